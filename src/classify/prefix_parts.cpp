#include "classify/prefix_parts.hpp"

#include <array>

namespace gpualert {

namespace {

constexpr std::array<LevelName, 9> kLevels{{{"INFO", Level::info},
                                            {"warning", Level::warning},
                                            {"DEBUG", Level::info},
                                            {"WARNING", Level::warning},
                                            {"WARN", Level::warning},
                                            {"ERROR", Level::error},
                                            {"CRITICAL", Level::error},
                                            {"FATAL", Level::error},
                                            {"TRACE", Level::info}}};

// A part of a date or a time.
bool is_time_char(char c) noexcept
{
  return is_digit(c) || std::string_view{"-/:.,TZ+"}.find(c) != std::string_view::npos;
}

}  // namespace

bool is_name_char(char c) noexcept
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '-' ||
         c == '.';
}

std::optional<int> small_number(std::string_view digits) noexcept
{
  if (digits.empty() || digits.size() > 6 || run(digits, 0, is_digit) != digits.size()) {
    return std::nullopt;
  }
  int value = 0;
  for (const char c : digits) {
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<int> number_after(std::string_view text, std::string_view key) noexcept
{
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t from = at + key.size();
  const std::size_t digits = run(text, from, is_digit);
  if (digits == 0 || digits > 9) {
    return std::nullopt;
  }
  int value = 0;
  for (const char c : text.substr(from, digits)) {
    value = value * 10 + (c - '0');
  }
  return value;
}

void drop_spaced(Message& message, std::size_t n) noexcept
{
  drop(message, n);
  if (message.text.starts_with(' ')) {
    drop(message, 1);
  }
}

bool is_level_letter(char c) noexcept
{
  return c == 'I' || c == 'W' || c == 'E' || c == 'F';
}

Level level_of_letter(char c) noexcept
{
  switch (c) {
    case 'I':
      return Level::info;
    case 'W':
      return Level::warning;
    default:
      return Level::error;
  }
}

const LevelName* level_at(std::string_view text) noexcept
{
  if (text.empty() || std::string_view{"IDWECFTw"}.find(text[0]) == std::string_view::npos) {
    return nullptr;
  }
  for (const LevelName& entry : kLevels) {
    if (text.starts_with(entry.name) &&
        (text.size() == entry.name.size() || !is_name_char(text[entry.name.size()]))) {
      return &entry;
    }
  }
  return nullptr;
}

std::size_t timestamp_length(std::string_view text) noexcept
{
  const std::size_t digits = run(text, 0, is_digit);
  if ((digits != 4 && digits != 2) || digits >= text.size() ||
      std::string_view{"-/:"}.find(text[digits]) == std::string_view::npos) {
    return 0;
  }
  std::size_t n = run(text, 0, is_time_char);
  if (n < 8 || run(text, digits + 1, is_digit) != 2) {
    return 0;
  }
  if (n + 3 < text.size() && text[n] == ' ' && is_digit(text[n + 1]) && is_digit(text[n + 2]) &&
      text[n + 3] == ':') {
    n += 1 + run(text, n + 1, is_time_char);
  }
  while (n > 0 && std::string_view{"+,.:-"}.find(text[n - 1]) != std::string_view::npos) {
    --n;
  }
  return n;
}

}  // namespace gpualert
