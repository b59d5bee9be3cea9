#include "report/shell_quote.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::report {

namespace {

bool is_bare(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-+=./:,@%").find(c) != std::string_view::npos;
}

bool is_control(char c)
{
  return static_cast<unsigned char>(c) < ' ' || c == 0x7F;
}

// Bash, zsh and ksh read this form; a plain sh does not, but nothing shorter is exact.
std::string dollar_quote(std::string_view bytes)
{
  std::string text = "$'";
  while (!bytes.empty()) {
    const std::size_t length = utf8_length(bytes);
    const char c = bytes.front();
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (c == '\'' || c == '\\') {
      text += '\\';
      text += c;
    } else if (length == 0 || is_control(c)) {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      text += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return text + "'";
}

}  // namespace

std::string shell_quote(std::string_view argument)
{
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), is_bare)) {
    return std::string(argument);
  }
  if (!is_utf8(argument) || std::any_of(argument.begin(), argument.end(), is_control)) {
    return dollar_quote(argument);
  }
  std::string text = "'";
  for (const char c : argument) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string shell_command(const std::vector<std::string>& argv, std::size_t limit)
{
  std::string text;
  for (std::size_t i = 0; i < argv.size(); ++i) {
    const std::string quoted = shell_quote(argv[i]);
    if (text.size() + quoted.size() >= limit) {
      const std::string_view head = i == 0 ? cut_utf8(quoted, limit) : std::string_view{};
      return fmt::format("{}{} [cut: {} of {} arguments left out; run.json has them all]", text,
                         head, argv.size() - i, argv.size());
    }
    text += i == 0 ? quoted : " " + quoted;
  }
  return text;
}

}  // namespace gpualert::report
