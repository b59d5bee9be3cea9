#include "report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::report {

namespace {

std::size_t characters(std::string_view text)
{
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

void wrap_line(std::string_view line, std::string_view indent, std::size_t width, std::string& out)
{
  std::size_t used = 0;
  out += indent;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) {
      break;
    }
    const std::string_view word = line.substr(0, line.find(' '));
    const std::size_t room = characters(word) + (used > 0 ? 1 : 0);
    if (used > 0 && characters(indent) + used + room > width) {
      out.append("\n").append(indent).append(word);
      used = characters(word);
    } else {
      out.append(used > 0 ? " " : "").append(word);
      used += room;
    }
    line.remove_prefix(word.size());
  }
  out += '\n';
}

}  // namespace

std::string wrapped(std::string_view text, std::string_view indent, std::size_t width)
{
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    wrap_line(text.substr(0, end), indent, width, out);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string row(std::string_view label, std::string_view value)
{
  return value.empty() ? std::string() : fmt::format("  {:<13} {}\n", label, value);
}

std::string heading(std::string_view text)
{
  return fmt::format("\n{}\n", text);
}

}  // namespace gpualert::report
