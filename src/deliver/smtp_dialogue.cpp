#include "deliver/smtp_dialogue.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace gpualert::deliver {

namespace {

constexpr std::size_t kWordsLimit = 500;

struct Command {
  std::string_view verb;
  Stage stage;
};
constexpr std::array<Command, 7> kCommands{{{"EHLO", Stage::hello},
                                            {"HELO", Stage::hello},
                                            {"STARTTLS", Stage::start_tls},
                                            {"AUTH", Stage::login},
                                            {"MAIL", Stage::sender},
                                            {"RCPT", Stage::recipient},
                                            {"DATA", Stage::data}}};

bool is_code(std::string_view line)
{
  return line.size() >= 3 && line[0] >= '2' && line[0] <= '5' && line[1] >= '0' && line[1] <= '9' &&
         line[2] >= '0' && line[2] <= '9';
}

std::string_view without_end(std::string_view line)
{
  return line.substr(0, line.find_first_of("\r\n"));
}

}  // namespace

std::string_view to_string(Stage stage) noexcept
{
  constexpr std::array<std::string_view, 8> kNames{
      "connect", "EHLO", "STARTTLS", "login", "MAIL FROM", "RCPT TO", "DATA", "end of message"};
  return kNames.at(static_cast<std::size_t>(stage));
}

void SmtpDialogue::sent(std::string_view command)
{
  const std::string_view verb = without_end(command).substr(0, command.find_first_of(" \r\n"));
  if (verb == "QUIT") {
    over_ = true;
  }
  const auto* const known = std::find_if(kCommands.begin(), kCommands.end(),
                                         [&](const Command& c) { return c.verb == verb; });
  // What follows AUTH is the password in base64, without a verb of its own.
  if (over_ || known == kCommands.end()) {
    return;
  }
  stage_ = known->stage;
  last_ = open_ = {};
}

void SmtpDialogue::received(std::string_view line)
{
  line = without_end(line);
  if (over_ || !is_code(line)) {
    return;
  }
  open_.code = (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
  const std::string_view text = line.substr(std::min<std::size_t>(4, line.size()));
  if (!text.empty() && open_.words.size() < kWordsLimit) {
    open_.words += (open_.words.empty() ? "" : " ") + to_utf8(text);
    open_.words = cut_utf8(open_.words, kWordsLimit);
  }
  if (stage_ == Stage::hello) {
    note_size(text);
  }
  if (line.size() == 3 || line[3] != '-') {
    close_reply();
  }
}

// RFC 1870; "SIZE" alone and "SIZE 0" say that there is no fixed limit.
void SmtpDialogue::note_size(std::string_view extension)
{
  constexpr std::string_view kSize = "SIZE ";
  if (!extension.starts_with(kSize)) {
    return;
  }
  extension.remove_prefix(kSize.size());
  std::uint64_t limit = 0;
  const auto [end, error] =
      std::from_chars(extension.data(), extension.data() + extension.size(), limit);
  if (error == std::errc{} && end != extension.data() && limit > 0) {
    size_limit_ = limit;
  }
}

void SmtpDialogue::close_reply()
{
  last_ = std::move(open_);
  open_ = {};
  if (stage_ == Stage::recipient) {
    recipients_.push_back(last_);
  } else if (stage_ == Stage::data && last_.code == 354) {
    stage_ = Stage::message;
    last_ = {};
  }
}

}  // namespace gpualert::deliver
