#include "deliver/smtp_relay.hpp"

#include <gpualert/report.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>

namespace gpualert::deliver {

int port_of(const ChannelSettings& settings)
{
  if (settings.port != 0) {
    return settings.port;
  }
  constexpr int kSubmission = 587;
  constexpr int kSubmissions = 465;
  constexpr int kRelay = 25;
  return settings.tls == "implicit" ? kSubmissions : settings.tls == "none" ? kRelay : kSubmission;
}

Result<Url> relay_url(const ChannelSettings& settings)
{
  Url url(::curl_url());
  const std::string port = std::to_string(port_of(settings));
  const std::string hello = "/" + local_fqdn();  // libcurl says EHLO with the path
  const bool bare_ipv6 = settings.host.find(':') != std::string::npos && settings.host[0] != '[';
  const std::string host = bare_ipv6 ? "[" + settings.host + "]" : settings.host;
  const char* scheme = settings.tls == "implicit" ? "smtps" : "smtp";
  for (const auto& [part, value] : {std::pair{CURLUPART_SCHEME, scheme},
                                    {CURLUPART_HOST, host.c_str()},
                                    {CURLUPART_PORT, port.c_str()},
                                    {CURLUPART_PATH, hello.c_str()}}) {
    if (::curl_url_set(url.get(), part, value, 0) != CURLUE_OK) {
      return Error{fmt::format("\"{}\" port {} is no address of a relay", settings.host, port)};
    }
  }
  return url;
}

void set_encryption(CURL* handle, const ChannelSettings& settings, Journal& journal)
{
  ::curl_easy_setopt(handle, CURLOPT_USE_SSL,
                     static_cast<long>(settings.tls == "none" ? CURLUSESSL_NONE : CURLUSESSL_ALL));
  ::curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!settings.ca_file.empty()) {
    ::curl_easy_setopt(handle, CURLOPT_CAINFO, settings.ca_file.c_str());
  }
  if (settings.insecure) {
    ::curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 0L);
    ::curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 0L);
    journal.say(
        fmt::format("warning: channel {}: insecure = true, the certificate of {} is not verified",
                    settings.name, settings.host));
  }
}

Status set_login(CURL* handle, const ChannelSettings& settings, const Surroundings& around,
                 const Deadline& deadline)
{
  if (settings.user.empty()) {
    return ok();
  }
  const Result<std::string> password = around.passwords.of(settings, deadline);
  if (!password) {
    return password.error();
  }
  if (settings.tls == "none") {
    around.journal.say(
        fmt::format("warning: channel {}: tls = \"none\", the password goes to "
                    "{} unencrypted",
                    settings.name, settings.host));
  }
  ::curl_easy_setopt(handle, CURLOPT_USERNAME, settings.user.c_str());
  ::curl_easy_setopt(handle, CURLOPT_PASSWORD, password.value().c_str());
  return ok();
}

}  // namespace gpualert::deliver
