#include "cli/prompt.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <termios.h>
#include <unistd.h>

#include <cerrno>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLongestLine = 4096;

// Where nobody types, nothing ends the line of the question.
void end_line_of_question()
{
  if (::isatty(STDIN_FILENO) == 0) {
    Prompt::tell("\n");
  }
}

// One byte at a time: what stands behind the last answer belongs to whoever reads next.
std::optional<std::string> read_line()
{
  std::string line;
  for (;;) {
    char c = 0;
    const ssize_t n = ::read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return line.empty() ? std::nullopt : std::optional{line};
    }
    if (c == '\n') {
      break;
    }
    if (line.size() < kLongestLine) {
      line += c;
    }
  }
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string::npos
             ? ""
             : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// The terminal shows nothing of what is typed while this lives.
class WithoutEcho {
public:
  WithoutEcho()
  {
    if (::tcgetattr(STDIN_FILENO, &before_) == 0) {
      termios silent = before_;
      silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
      changed_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    }
  }
  WithoutEcho(const WithoutEcho&) = delete;
  WithoutEcho& operator=(const WithoutEcho&) = delete;
  ~WithoutEcho()
  {
    if (changed_) {
      ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
      Prompt::tell("\n");
    }
  }

private:
  termios before_{};
  bool changed_ = false;
};

}  // namespace

void Prompt::tell(const std::string& text)
{
  (void)write_all(STDOUT_FILENO, text, "");  // a reader that left cannot be told
}

std::optional<std::string> Prompt::ask(const std::string& question, const std::string& initial,
                                       const Check& check)
{
  for (;;) {
    tell(initial.empty() ? question + ": " : fmt::format("{} [{}]: ", question, initial));
    std::optional<std::string> answer = read_line();
    end_line_of_question();
    if (!answer) {
      return std::nullopt;
    }
    if (answer->empty()) {
      answer = initial;
    }
    const std::string wrong = check ? check(*answer) : "";
    if (wrong.empty()) {
      return answer;
    }
    tell("  " + wrong + "\n");
  }
}

std::optional<std::string> Prompt::choose(const std::string& question,
                                          const std::vector<std::string>& words,
                                          const std::string& initial)
{
  const auto meant = [&words](const std::string& answer) -> std::string {
    for (const std::string& word : words) {
      if (!answer.empty() && word.starts_with(answer)) {
        return word;
      }
    }
    return "";
  };
  const std::optional<std::string> answer =
      ask(question, initial, [&](const std::string& text) -> std::string {
        return meant(text).empty() ? fmt::format("please answer {}", fmt::join(words, ", ")) : "";
      });
  return answer ? std::optional{meant(*answer)} : std::nullopt;
}

std::optional<bool> Prompt::yes(const std::string& question, bool initial)
{
  const std::optional<std::string> answer =
      choose(question + " yes or no", {"yes", "no"}, initial ? "yes" : "no");
  return answer ? std::optional{*answer == "yes"} : std::nullopt;
}

std::optional<std::string> Prompt::secret(const std::string& question)
{
  tell(question + ": ");
  const WithoutEcho quiet;
  std::optional<std::string> answer = read_line();
  end_line_of_question();
  return answer;
}

}  // namespace gpualert::cli
