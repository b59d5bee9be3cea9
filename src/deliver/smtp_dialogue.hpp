#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::deliver {

// How far a conversation with a relay came.
enum class Stage { connect, hello, start_tls, login, sender, recipient, data, message };

// "connect", "EHLO", "STARTTLS", "login", "MAIL FROM", "RCPT TO", "DATA", "end of message".
std::string_view to_string(Stage stage) noexcept;

struct Reply {
  int code = 0;       // 0: none yet
  std::string words;  // the text of all its lines, at most 500 bytes
};

// Follows the lines of an SMTP conversation as libcurl shows them, and keeps what the answer for
// each recipient depends on. What is sent to log in is not kept.
class SmtpDialogue {
public:
  void sent(std::string_view command);
  void received(std::string_view line);

  Stage stage() const noexcept { return stage_; }
  // To the last command, or the greeting.
  const Reply& last() const noexcept { return last_; }
  // To each RCPT, in order; shorter than the list of recipients when it ended early.
  const std::vector<Reply>& recipients() const noexcept { return recipients_; }
  // The largest message that the relay takes, as it answered EHLO; nothing when it said none.
  std::optional<std::uint64_t> size_limit() const noexcept { return size_limit_; }

private:
  void note_size(std::string_view extension);
  void close_reply();

  Stage stage_ = Stage::connect;
  Reply last_, open_;
  std::vector<Reply> recipients_;
  std::optional<std::uint64_t> size_limit_;
  bool over_ = false;  // QUIT was sent: its answer says nothing about the message
};

}  // namespace gpualert::deliver
