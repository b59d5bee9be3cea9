#include "deliver/channels.hpp"
#include "deliver/webhook_address.hpp"
#include "deliver/webhook_body.hpp"
#include "deliver/webhook_outcome.hpp"

#include "base/text.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>

// A POST for each report, through libcurl. Its own conversation is not shown to the transcript: it
// has the path, which is the secret, in more than one form.
namespace gpualert::deliver {

namespace {

constexpr std::chrono::seconds kConnectLimit{15};
constexpr std::chrono::seconds kAnswerLimit{30};
constexpr std::size_t kMostWords = 300;

// Keeps the beginning of the answer, and takes the rest without keeping it.
std::size_t keep_words(char* data, std::size_t size, std::size_t count, void* user)
{
  std::string& words = *static_cast<std::string*>(user);
  words.append(data, std::min(size * count, kMostWords - std::min(words.size(), kMostWords)));
  return size * count;
}

// Close-on-exec: password commands and sendmail do not inherit it.
curl_socket_t open_socket(void*, curlsocktype, curl_sockaddr* address)
{
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// What a server said, without the secret that some repeat in it.
std::string one_line(std::string words, const std::string& secret)
{
  for (auto at = words.find(secret); !secret.empty() && at != std::string::npos;
       at = words.find(secret, at)) {
    words.replace(at, secret.size(), "[masked]");
  }
  std::string line = to_utf8(cut_utf8(words, kMostWords));
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

class WebhookChannel final : public Channel {
public:
  WebhookChannel(ChannelSettings settings, Surroundings around)
      : settings_(std::move(settings)), around_(std::move(around))
  {
    ::curl_global_init(CURL_GLOBAL_DEFAULT);
  }

  Outcome send(const Letter& letter, const Deadline& deadline) override
  {
    if (!handle_) {
      if (Status ready = prepare(); !ready) {
        Outcome outcome = for_all(letter.envelope, Fate::deferred, ready.error().what);
        outcome.channel_down = true;
        return outcome;
      }
    }
    return post(letter.envelope, deadline.within(kAnswerLimit));
  }

private:
  template <typename Value>
  void set(CURLoption option, Value value)
  {
    ::curl_easy_setopt(handle_.get(), option, value);
  }

  // What is the same for every message of this channel.
  Status prepare()
  {
    const Result<std::string> text = around_.passwords.url_of(settings_);
    if (!text) {
      return text.error();
    }
    Result<WebhookAddress> address =
        parse_webhook_address(text.value(), settings_.format == "ntfy");
    if (!address) {
      return address.error();
    }
    address_ = std::move(address).value();
    if (around_.transcript != nullptr) {
      around_.transcript->hide(address_.secret);
    }
    handle_.reset(::curl_easy_init());
    if (!handle_) {
      return Error{"libcurl cannot be started"};
    }
    headers_.reset(::curl_slist_append(nullptr, "Content-Type: application/json"));
    set(CURLOPT_CURLU, address_.url.get());
    set(CURLOPT_NOSIGNAL, 1L);       // SIGALRM is the watchdog's
#if LIBCURL_VERSION_NUM >= 0x075700  // 7.87: does not wait for a name server when it ends
    set(CURLOPT_QUICK_EXIT, 1L);
#endif
    set(CURLOPT_PROXY, "");  // a proxy variable of the job is not meant for reports
    set(CURLOPT_HTTPHEADER, headers_.get());
    agent_ = fmt::format("gpualert/{}", kVersion);
    set(CURLOPT_USERAGENT, agent_.c_str());
    set(CURLOPT_WRITEFUNCTION, keep_words);
    set(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    set(CURLOPT_ERRORBUFFER, trouble_.data());
    prepare_tls();
    return ok();
  }

  void prepare_tls()
  {
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!settings_.ca_file.empty()) {
      set(CURLOPT_CAINFO, settings_.ca_file.c_str());
    }
    if (settings_.insecure) {
      set(CURLOPT_SSL_VERIFYPEER, 0L);
      set(CURLOPT_SSL_VERIFYHOST, 0L);
    }
    const char* danger = !address_.encrypted  ? "http://, reports go there unencrypted"
                         : settings_.insecure ? "insecure = true, its certificate is not verified"
                                              : nullptr;
    if (danger != nullptr) {
      around_.journal.say(
          fmt::format("warning: channel {}: {}: {}", settings_.name, address_.host, danger));
    }
  }

  Outcome post(const Envelope& envelope, const Deadline& deadline)
  {
    const std::string body = webhook_body(settings_.format, envelope, address_.topic);
    std::string answer;
    const auto limit = [&](std::chrono::milliseconds most) {
      return static_cast<long>(
          std::clamp(deadline.left(), std::chrono::milliseconds(1), most).count());
    };
    set(CURLOPT_POSTFIELDS, body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    set(CURLOPT_WRITEDATA, &answer);
    set(CURLOPT_CONNECTTIMEOUT_MS, limit(kConnectLimit));
    set(CURLOPT_TIMEOUT_MS, limit(kAnswerLimit));
    trouble_.front() = '\0';
    if (around_.transcript != nullptr) {
      around_.transcript->sent(fmt::format(
          "POST {}://{}/[masked] {}", address_.encrypted ? "https" : "http", address_.host, body));
    }
    const CURLcode code = ::curl_easy_perform(handle_.get());
    long status = 0;
    curl_off_t retry_after = 0;
    ::curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    ::curl_easy_getinfo(handle_.get(), CURLINFO_RETRY_AFTER, &retry_after);
    const std::string words = one_line(std::move(answer), address_.secret);
    if (code != CURLE_OK) {
      const std::string trouble =
          trouble_.front() != '\0' ? trouble_.data() : ::curl_easy_strerror(code);
      handle_.reset();  // a connection in an unknown state is of no further use
      if (status == 0) {
        return webhook_outcome(envelope, 0, fmt::format("{} ({})", trouble, address_.host), 0);
      }
      // The status says what became of it; that the text behind it broke off does not matter.
    }
    if (around_.transcript != nullptr) {
      around_.transcript->received(fmt::format("HTTP {} {}", status, words));
    }
    return webhook_outcome(envelope, status, words, retry_after);
  }

  ChannelSettings settings_;
  Surroundings around_;
  WebhookAddress address_;
  std::string agent_;
  std::array<char, CURL_ERROR_SIZE> trouble_{};
  List headers_;
  Handle handle_;
};

}  // namespace

std::unique_ptr<Channel> make_webhook(const ChannelSettings& settings, const Surroundings& around)
{
  return std::make_unique<WebhookChannel>(settings, around);
}

}  // namespace gpualert::deliver
