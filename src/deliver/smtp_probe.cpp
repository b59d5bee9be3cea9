#include "deliver/probe.hpp"
#include "deliver/smtp_dialogue.hpp"
#include "deliver/smtp_relay.hpp"

#include <fmt/format.h>

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace gpualert::deliver {

namespace {

// What the relay showed of itself.
struct Seen {
  SmtpDialogue dialogue;
  std::vector<std::string> extensions;  // of EHLO, the last one said
  std::string encryption;               // "TLSv1.3 / TLS_AES_256_GCM_SHA384"
};

void hear(Seen& seen, curl_infotype type, std::string_view line)
{
  const std::string_view text = line.substr(0, line.find_last_not_of("\r\n") + 1);
  constexpr std::string_view kEncryption = "SSL connection using ";
  if (type == CURLINFO_TEXT && text.starts_with(kEncryption)) {
    seen.encryption = text.substr(kEncryption.size());
  } else if (type == CURLINFO_HEADER_OUT) {
    seen.dialogue.sent(line);
    if (text.starts_with("EHLO")) {
      seen.extensions.clear();
    }
  } else if (type == CURLINFO_HEADER_IN) {
    if (seen.dialogue.stage() == Stage::hello && text.size() > 4) {
      seen.extensions.emplace_back(text.substr(4));
    }
    seen.dialogue.received(line);
  }
}

int listen_in(CURL*, curl_infotype type, char* data, std::size_t size, void* user)
{
  hear(*static_cast<Seen*>(user), type, {data, size});
  return 0;
}

// The extension whose line begins with `keyword`; nothing when the relay has it not.
const std::string* extension(const Seen& seen, std::string_view keyword)
{
  const auto found =
      std::find_if(seen.extensions.begin(), seen.extensions.end(), [&](const std::string& line) {
        return line.starts_with(keyword) &&
               (line.size() == keyword.size() || line[keyword.size()] == ' ');
      });
  return found == seen.extensions.end() ? nullptr : &*found;
}

struct Certificate {
  std::string subject, expires;
};

Certificate certificate_of(CURL* handle)
{
  Certificate found;
  curl_certinfo* info = nullptr;
  if (::curl_easy_getinfo(handle, CURLINFO_CERTINFO, &info) != CURLE_OK || info == nullptr ||
      info->num_of_certs < 1) {
    return found;
  }
  constexpr std::string_view kSubject = "Subject:";
  constexpr std::string_view kExpires = "Expire date:";
  for (const curl_slist* item = info->certinfo[0]; item != nullptr; item = item->next) {
    const std::string_view text = item->data;
    if (text.starts_with(kSubject)) {
      found.subject = text.substr(kSubject.size());
    } else if (text.starts_with(kExpires)) {
      found.expires = text.substr(kExpires.size());
    }
  }
  return found;
}

// Days until "Nov 30 05:17:17 2026 GMT"; a large number when it cannot be read.
long days_left(const std::string& expires)
{
  constexpr long kUnknown = 99999;
  const std::time_t end = ::curl_getdate(expires.c_str(), nullptr);
  constexpr long kDay = 86400;
  return end == -1 ? kUnknown : static_cast<long>(end - std::time(nullptr)) / kDay;
}

void judge_encryption(const ChannelSettings& settings, const Seen& seen,
                      const Certificate& certificate, Findings& findings)
{
  if (settings.tls == "none") {
    findings.warn("encryption", R"(none (tls = "none"))",
                  R"(set tls = "starttls" or "implicit" if the relay has it)");
    return;
  }
  const std::string words = fmt::format("{}{}; certificate of {}, until {}", settings.tls,
                                        seen.encryption.empty() ? "" : ", " + seen.encryption,
                                        certificate.subject, certificate.expires);
  constexpr long kSoon = 14;
  if (settings.insecure) {
    findings.warn("encryption", words + "; not verified (insecure = true)",
                  "name the certificate of the site's authority: ca_file");
  } else if (days_left(certificate.expires) < kSoon) {
    findings.warn("encryption", words, "tell whoever runs the relay that it expires");
  } else {
    findings.ok("encryption", words);
  }
}

void judge_login(const ChannelSettings& settings, const Seen& seen, Findings& findings)
{
  const std::string* offered = extension(seen, "AUTH");
  if (settings.user.empty()) {
    findings.ok("login",
                offered == nullptr ? "none needed: the relay offers none" : "none: no user is set");
  } else if (offered == nullptr) {
    findings.warn("login", fmt::format("user {}, but the relay offers no login", settings.user),
                  settings.tls == "none" ? "many relays offer it only with tls = \"starttls\""
                                         : "leave out user, or use the submission port (587)");
  } else {
    findings.ok("login", fmt::format("as {} ({})", settings.user, *offered));
  }
}

void judge_size(const Seen& seen, Findings& findings)
{
  const std::string* size = extension(seen, "SIZE");
  std::uint64_t bytes = 0;
  if (size != nullptr && size->size() > 5) {
    std::from_chars(size->data() + 5, size->data() + size->size(), bytes);
  }
  constexpr double kMiB = 1024.0 * 1024.0;
  constexpr std::uint64_t kSmall = 1U << 20U;
  const std::string words =
      bytes == 0 ? "the relay names no limit"
                 : fmt::format("messages of at most {:.1f} MiB", static_cast<double>(bytes) / kMiB);
  if (bytes > 0 && bytes < kSmall) {
    findings.warn("size", words, "ask whoever runs the relay for more; reports will be cut short");
  } else {
    findings.ok("size", words);
  }
}

std::string hint_for(Stage stage, CURLcode code)
{
  if (code == CURLE_PEER_FAILED_VERIFICATION) {
    return "if the relay has a certificate of the site's own authority, name that: ca_file";
  }
  switch (stage) {
    case Stage::connect:
      return "check host, port and tls; is port 587 blocked from this node? A node without a "
             "network leaves its reports to a login node";
    case Stage::start_tls:
    case Stage::hello:
      return "check port and tls: 587 is for starttls, 465 for implicit";
    case Stage::login:
      return "check user and password; some sites want a password of its own for programs";
    default:
      return "gpualert test-email shows the whole conversation";
  }
}

void judge_failure(const Seen& seen, CURLcode code, const std::string& words, Findings& findings)
{
  const Stage stage = seen.dialogue.stage();
  const Reply& last = seen.dialogue.last();
  const char* what = stage == Stage::connect     ? "port"
                     : stage == Stage::login     ? "login"
                     : stage == Stage::start_tls ? "encryption"
                                                 : "relay";
  if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_USE_SSL_FAILED) {
    what = "encryption";
  }
  findings.fail(
      what,
      last.code >= 400 ? fmt::format("{}: {} {}", to_string(stage), last.code, last.words) : words,
      hint_for(stage, code));
}

}  // namespace

// EHLO, STARTTLS, AUTH, QUIT: all of a delivery but the message.
void probe_relay(const ChannelSettings& settings, const Surroundings& around,
                 const Deadline& deadline, Findings& findings)
{
  ::curl_global_init(CURL_GLOBAL_DEFAULT);
  const Handle handle{::curl_easy_init()};
  const Result<Url> url = relay_url(settings);
  if (!handle || !url) {
    findings.fail("relay", url ? "libcurl cannot be started" : url.error().what, "check host");
    return;
  }
  if (const Status login = set_login(handle.get(), settings, around, deadline); !login) {
    findings.fail("password", login.error().what,
                  "set password_file (mode 0600), password_command or password_env");
    return;
  }
  if (!probe_name(settings.host, findings)) {
    return;
  }
  Seen seen;
  std::array<char, CURL_ERROR_SIZE> trouble{};
  const auto set = [&](CURLoption option, auto value) {
    ::curl_easy_setopt(handle.get(), option, value);
  };
  set_encryption(handle.get(), settings, around.journal);
  set(CURLOPT_CURLU, url.value().get());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_CONNECT_ONLY, 1L);
  set(CURLOPT_CERTINFO, 1L);
  set(CURLOPT_VERBOSE, 1L);
  set(CURLOPT_DEBUGFUNCTION, listen_in);
  set(CURLOPT_DEBUGDATA, &seen);
  set(CURLOPT_ERRORBUFFER, trouble.data());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(deadline.left().count(), 1)));
  const CURLcode code = ::curl_easy_perform(handle.get());
  const std::string words = trouble.front() != '\0' ? trouble.data() : ::curl_easy_strerror(code);
  if (seen.dialogue.stage() > Stage::connect) {
    const char* address = nullptr;
    ::curl_easy_getinfo(handle.get(), CURLINFO_PRIMARY_IP, &address);
    findings.ok("port", fmt::format("{} port {} answers", address == nullptr ? "" : address,
                                    port_of(settings)));
  }
  if (code != CURLE_OK) {
    judge_failure(seen, code, words, findings);
    return;
  }
  judge_encryption(settings, seen, certificate_of(handle.get()), findings);
  judge_login(settings, seen, findings);
  judge_size(seen, findings);
  // With our reading side shut, libcurl does not wait for the answer to QUIT.
  curl_socket_t socket = CURL_SOCKET_BAD;
  if (::curl_easy_getinfo(handle.get(), CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK &&
      socket != CURL_SOCKET_BAD) {
    ::shutdown(socket, SHUT_RD);
  }
}

}  // namespace gpualert::deliver
