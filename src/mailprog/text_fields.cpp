#include "mailprog/text_fields.hpp"

#include <algorithm>
#include <charconv>

namespace gpualert::mailprog {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view take_line(std::string_view& text)
{
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool begins_with_name(std::string_view line, std::string_view name)
{
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return line.size() > name.size() && line[name.size()] == ':' &&
         std::equal(name.begin(), name.end(), line.begin(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::string_view trimmed(std::string_view text)
{
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string_view{}
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view after_label(std::string_view text, std::string_view label)
{
  while (!text.empty()) {
    const std::string_view line = trimmed(take_line(text));
    if (line.starts_with(label)) {
      return trimmed(line.substr(label.size()));
    }
  }
  return {};
}

std::optional<int> number_after(std::string_view text, std::string_view mark)
{
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  text = text.substr(at + mark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} ? std::optional(number) : std::nullopt;
}

bool contains(std::string_view text, std::string_view what) noexcept
{
  return text.find(what) != std::string_view::npos;
}

MessageText split_message(std::string_view text)
{
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.empty() || line == "\r") {
      return {text.substr(0, at), text.substr(std::min(end + 1, text.size()))};
    }
    at = end + 1;
  }
  return {text, {}};
}

std::string header_value(std::string_view headers, std::string_view name)
{
  std::string value;
  bool ours = false;
  while (!headers.empty()) {
    const std::string_view line = take_line(headers);
    const bool folded = line.starts_with(' ') || line.starts_with('\t');
    if (!folded && ours) {
      break;
    }
    if (!folded && begins_with_name(line, name)) {
      ours = true;
      value = trimmed(line.substr(name.size() + 1));
    } else if (ours) {
      value.append(1, ' ').append(trimmed(line));
    }
  }
  return value;
}

}  // namespace gpualert::mailprog
