#include "deliver/transcript.hpp"

#include "base/file.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace gpualert::deliver {

namespace {

constexpr std::string_view kMask = "[masked]";
constexpr std::size_t kLineLimit = 2000;

std::string_view without_end(std::string_view line)
{
  return line.substr(0, line.find_last_not_of("\r\n") + 1);
}

std::string without(std::string text, const std::vector<std::string>& secrets)
{
  for (const std::string& secret : secrets) {
    for (auto at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + kMask.size())) {
      text.replace(at, secret.size(), kMask);
    }
  }
  return text;
}

}  // namespace

void Transcript::hide(std::string secret)
{
  if (!secret.empty()) {
    secrets_.push_back(std::move(secret));
  }
}

void Transcript::print(std::string_view mark, std::string_view text)
{
  std::string line = without(to_utf8(cut_utf8(without_end(text), kLineLimit)), secrets_);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  // A reader that left ends the conversation for nobody.
  (void)write_all(fd_, std::string(mark).append(line).append("\n"), "");
}

void Transcript::note(std::string_view text)
{
  print("* ", text);
}

void Transcript::sent(std::string_view command)
{
  // "AUTH PLAIN AGFubg…", or the answer to a challenge on a line of its own.
  if (command.starts_with("AUTH ")) {
    logging_in_ = true;
    const std::string_view mechanism = without_end(command).substr(0, command.find(' ', 5));
    print("> ", mechanism.size() < without_end(command).size()
                    ? std::string(mechanism).append(" ").append(kMask)
                    : std::string(mechanism));
    return;
  }
  print("> ", logging_in_ ? kMask : command);
}

void Transcript::received(std::string_view answer)
{
  print("< ", answer);
  logging_in_ = logging_in_ && answer.starts_with("334");
}

}  // namespace gpualert::deliver
