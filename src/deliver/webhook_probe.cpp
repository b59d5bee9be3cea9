#include "deliver/probe.hpp"
#include "deliver/webhook_address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpualert::deliver {

// Name, port and certificate: all that can be looked at without sending something.
void probe_webhook(const ChannelSettings& settings, const Surroundings& around,
                   const Deadline& deadline, Findings& findings)
{
  const Result<std::string> text = around.passwords.url_of(settings);
  const Result<WebhookAddress> address =
      text ? parse_webhook_address(text.value(), settings.format == "ntfy")
           : Result<WebhookAddress>{text.error()};
  if (!address) {
    findings.fail("url", address.error().what, "set url_file (mode 0600), url_env or url");
    return;
  }
  const std::string& host = address.value().host;
  if (!probe_name(host.substr(0, host.find(':')), findings)) {
    return;
  }
  ::curl_global_init(CURL_GLOBAL_DEFAULT);
  const Handle handle{::curl_easy_init()};
  if (!handle) {
    findings.fail("port", "libcurl cannot be started", "install libcurl again");
    return;
  }
  std::array<char, CURL_ERROR_SIZE> trouble{};
  const auto set = [&](CURLoption option, auto value) {
    ::curl_easy_setopt(handle.get(), option, value);
  };
  set(CURLOPT_CURLU, address.value().url.get());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_CONNECT_ONLY, 1L);
  set(CURLOPT_ERRORBUFFER, trouble.data());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(deadline.left().count(), 1)));
  if (!settings.ca_file.empty()) {
    set(CURLOPT_CAINFO, settings.ca_file.c_str());
  }
  set(CURLOPT_SSL_VERIFYPEER, settings.insecure ? 0L : 1L);
  set(CURLOPT_SSL_VERIFYHOST, settings.insecure ? 0L : 2L);
  const CURLcode code = ::curl_easy_perform(handle.get());
  const std::string words = trouble.front() != '\0' ? trouble.data() : ::curl_easy_strerror(code);
  if (code == CURLE_PEER_FAILED_VERIFICATION) {
    findings.fail(
        "encryption", words,
        "if the server has a certificate of the site's own authority, name that: ca_file");
  } else if (code != CURLE_OK) {
    findings.fail("port", words, "is the way to it open from this node? Proxies are not used");
  } else if (!address.value().encrypted || settings.insecure) {
    findings.warn("encryption", host + (address.value().encrypted ? ": not verified" : ": none"),
                  address.value().encrypted ? "name the certificate to trust: ca_file"
                                            : "use https:// if the server has it");
  } else {
    findings.ok("encryption", host + ": https, the certificate is good");
  }
}

}  // namespace gpualert::deliver
