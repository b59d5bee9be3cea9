#include "base/fd.hpp"
#include "deliver/channels.hpp"
#include "deliver/smtp_outcome.hpp"
#include "deliver/smtp_relay.hpp"
#include "deliver/smtp_transfer.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>

// Sends through libcurl; smtp_transfer.cpp has the functions that libcurl calls.
namespace gpualert::deliver {

namespace {

constexpr std::chrono::seconds kConnectLimit{15};  // name, TCP, greeting and EHLO
constexpr std::chrono::seconds kMessageLimit{120};

// Close-on-exec, so that sendmail and password commands do not inherit the connection; remembered,
// so that it can be cut.
curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address)
{
  const int fd = ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  *static_cast<int*>(user) = fd;
  return fd;
}

int close_socket(void* user, curl_socket_t fd)
{
  int& known = *static_cast<int*>(user);
  known = known == fd ? -1 : known;
  return ::close(fd);
}

class SmtpChannel final : public Channel {
public:
  SmtpChannel(ChannelSettings settings, Surroundings around)
      : settings_(std::move(settings)), around_(std::move(around))
  {
    ::curl_global_init(CURL_GLOBAL_DEFAULT);
  }
  SmtpChannel(const SmtpChannel&) = delete;
  SmtpChannel& operator=(const SmtpChannel&) = delete;
  ~SmtpChannel() override { hang_up(); }

  Outcome send(const Letter& letter, const Deadline& deadline) override
  {
    if (!handle_) {
      if (Status ready = prepare(deadline); !ready) {
        Outcome outcome = for_all(letter.envelope, Fate::deferred, ready.error().what);
        outcome.channel_down = true;
        return outcome;
      }
    }
    if (letter.has_smaller && exceeds(letter.eml.size(), size_limit_)) {
      return too_large(for_all(letter.envelope, Fate::deferred, {}), letter.eml.size());
    }
    return transfer(letter, deadline.within(kMessageLimit));
  }

private:
  template <typename Value>
  void set(CURLoption option, Value value)
  {
    ::curl_easy_setopt(handle_.get(), option, value);
  }

  // What is the same for every message of this channel.
  Status prepare(const Deadline& deadline)
  {
    Result<Url> url = relay_url(settings_);
    if (!url) {
      return url.error();
    }
    url_ = std::move(url).value();
    handle_.reset(::curl_easy_init());
    if (!handle_) {
      return Error{"libcurl cannot be started"};
    }
    set(CURLOPT_CURLU, url_.get());
    set(CURLOPT_NOSIGNAL, 1L);       // SIGALRM is the watchdog's
#if LIBCURL_VERSION_NUM >= 0x075700  // 7.87: does not wait for a name server when it ends
    set(CURLOPT_QUICK_EXIT, 1L);
#endif
    set(CURLOPT_PROXY, "");  // a proxy variable of the job is not meant for mail
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1L);  // the others are served all the same
    set(CURLOPT_READFUNCTION, give_message);
    set(CURLOPT_DEBUGFUNCTION, listen_in);
    set(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    set(CURLOPT_OPENSOCKETDATA, &socket_);
    set(CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    set(CURLOPT_CLOSESOCKETDATA, &socket_);
    set(CURLOPT_ERRORBUFFER, trouble_.data());
    set_encryption(handle_.get(), settings_, around_.journal);
    Status login = set_login(handle_.get(), settings_, around_, deadline);
    if (!login) {
      handle_.reset();
    }
    return login;
  }

  Outcome transfer(const Letter& letter, const Deadline& deadline)
  {
    Transfer transfer{letter.eml, {}, letter.has_smaller, false, around_.transcript};
    List recipients;
    for (const std::string& to : letter.envelope.to) {
      curl_slist* longer = ::curl_slist_append(recipients.get(), ("<" + to + ">").c_str());
      (void)recipients.release();
      recipients.reset(longer);
    }
    const std::string from = "<" + letter.envelope.from + ">";
    const auto limit = [&](std::chrono::milliseconds most) {
      return static_cast<long>(
          std::clamp(deadline.left(), std::chrono::milliseconds(1), most).count());
    };
    set(CURLOPT_MAIL_FROM, from.c_str());
    set(CURLOPT_MAIL_RCPT, recipients.get());
    set(CURLOPT_READDATA, &transfer);
    set(CURLOPT_DEBUGDATA, &transfer);
    set(CURLOPT_VERBOSE, 1L);  // makes libcurl call listen_in, which prints nothing
    set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(letter.eml.size()));
    set(CURLOPT_CONNECTTIMEOUT_MS, limit(kConnectLimit));
    set(CURLOPT_TIMEOUT_MS, limit(kMessageLimit));
    trouble_.front() = '\0';
    const CURLcode code = ::curl_easy_perform(handle_.get());
    const char* words = trouble_.front() != '\0' ? trouble_.data() : ::curl_easy_strerror(code);
    Outcome outcome =
        smtp_outcome(transfer.dialogue, code == CURLE_OK, fmt::format("{} ({})", words, relay()),
                     letter.envelope.to.size());
    if (transfer.dialogue.size_limit()) {
      size_limit_ = transfer.dialogue.size_limit();
    }
    if (transfer.too_large) {
      outcome = too_large(std::move(outcome), letter.eml.size());
    } else if (exceeds(letter.eml.size(), size_limit_)) {
      for (Answer& answer : outcome.answers) {
        answer.limit = answer.too_large ? *size_limit_ : 0;
      }
    }
    if (code == CURLE_OK) {
      // libcurl may still speak of the connection when it ends; `transfer` is gone by then.
      set(CURLOPT_VERBOSE, 0L);
    } else {
      cut();  // a connection in an unknown state is of no further use
    }
    return outcome;
  }

  // For those who were not refused for another reason.
  Outcome too_large(Outcome outcome, std::size_t size) const
  {
    for (Answer& answer : outcome.answers) {
      if (answer.fate == Fate::deferred) {
        answer = {
            Fate::refused,
            fmt::format("{} bytes; the relay takes at most {}", size, size_limit_.value_or(0)),
            true, size_limit_.value_or(0)};
      }
    }
    outcome.channel_down = false;
    return outcome;
  }

  std::string relay() const
  {
    return fmt::format("{}:{}", settings_.host, port_of(settings_));
  }

  // Ends the connection without a word: libcurl would say QUIT and wait two minutes for the answer.
  void cut()
  {
    set(CURLOPT_VERBOSE, 0L);
    if (socket_ >= 0) {
      ::shutdown(socket_, SHUT_RDWR);
    }
    handle_.reset();
    size_limit_.reset();
  }

  // Says QUIT and goes. With our reading side shut libcurl finds the end of the conversation at
  // once; CURLOPT_SERVER_RESPONSE_TIMEOUT does not bound this wait when a connection was kept.
  void hang_up()
  {
    if (handle_ && socket_ >= 0) {
      ::shutdown(socket_, SHUT_RD);
    }
    handle_.reset();
  }

  ChannelSettings settings_;
  Surroundings around_;
  int socket_ = -1;
  std::optional<std::uint64_t> size_limit_;  // as this connection's EHLO was answered
  std::array<char, CURL_ERROR_SIZE> trouble_{};
  Url url_;
  Handle handle_;
};

}  // namespace

std::unique_ptr<Channel> make_smtp(const ChannelSettings& settings, const Surroundings& around)
{
  return std::make_unique<SmtpChannel>(settings, around);
}

}  // namespace gpualert::deliver
