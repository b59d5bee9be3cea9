#include "base/text.hpp"

#include <array>
#include <cstdint>

namespace gpualert {

namespace {

// Lead byte -> length and range of the second byte (Unicode 15, table 3-7).
struct Lead {
  std::uint8_t first, last, length, second_first, second_last;
};
constexpr std::array<Lead, 9> kLeads{{{0x00, 0x7F, 1, 0, 0},
                                      {0xC2, 0xDF, 2, 0x80, 0xBF},
                                      {0xE0, 0xE0, 3, 0xA0, 0xBF},
                                      {0xE1, 0xEC, 3, 0x80, 0xBF},
                                      {0xED, 0xED, 3, 0x80, 0x9F},
                                      {0xEE, 0xEF, 3, 0x80, 0xBF},
                                      {0xF0, 0xF0, 4, 0x90, 0xBF},
                                      {0xF1, 0xF3, 4, 0x80, 0xBF},
                                      {0xF4, 0xF4, 4, 0x80, 0x8F}}};

std::uint8_t byte(std::string_view bytes, std::size_t at) noexcept
{
  return static_cast<std::uint8_t>(bytes[at]);
}

int hex_digit(char c) noexcept
{
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

std::size_t utf8_length(std::string_view bytes) noexcept
{
  if (bytes.empty()) {
    return 0;
  }
  for (const Lead& lead : kLeads) {
    if (byte(bytes, 0) < lead.first || byte(bytes, 0) > lead.last) {
      continue;
    }
    if (lead.length == 1) {
      return 1;
    }
    if (bytes.size() < lead.length || byte(bytes, 1) < lead.second_first ||
        byte(bytes, 1) > lead.second_last) {
      return 0;
    }
    for (std::size_t i = 2; i < lead.length; ++i) {
      if ((byte(bytes, i) & 0xC0U) != 0x80U) {
        return 0;
      }
    }
    return lead.length;
  }
  return 0;
}

bool is_utf8(std::string_view bytes) noexcept
{
  while (!bytes.empty()) {
    const std::size_t n = utf8_length(bytes);
    if (n == 0) {
      return false;
    }
    bytes.remove_prefix(n);
  }
  return true;
}

std::string to_utf8(std::string_view bytes)
{
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t n = utf8_length(bytes);
    if (n == 0) {
      text += "\xEF\xBF\xBD";
    } else {
      text.append(bytes.substr(0, n));
    }
    bytes.remove_prefix(n == 0 ? 1 : n);
  }
  return text;
}

std::string escape_bytes(std::string_view bytes)
{
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  while (!bytes.empty()) {
    const std::size_t n = utf8_length(bytes);
    if (n == 0) {
      text += "\\x";
      text += kDigits[byte(bytes, 0) >> 4U];
      text += kDigits[byte(bytes, 0) & 15U];
    } else if (bytes.front() == '\\') {
      text += "\\\\";
    } else {
      text.append(bytes.substr(0, n));
    }
    bytes.remove_prefix(n == 0 ? 1 : n);
  }
  return text;
}

std::string unescape_bytes(std::string_view text)
{
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\\') {
      bytes += '\\';
      i += 1;
    } else if (text[i] == '\\' && i + 3 < text.size() && text[i + 1] == 'x' &&
               hex_digit(text[i + 2]) >= 0 && hex_digit(text[i + 3]) >= 0) {
      bytes += static_cast<char>(hex_digit(text[i + 2]) * 16 + hex_digit(text[i + 3]));
      i += 3;
    } else {
      bytes += text[i];
    }
  }
  return bytes;
}

std::string_view cut_utf8(std::string_view text, std::size_t limit) noexcept
{
  if (text.size() <= limit) {
    return text;
  }
  while (limit > 0 && (static_cast<std::uint8_t>(text[limit]) & 0xC0U) == 0x80U) {
    --limit;
  }
  return text.substr(0, limit);
}

std::string file_safe(std::string_view text, std::size_t limit)
{
  std::string name{text.substr(0, limit)};
  for (char& c : name) {
    const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '_' || c == '+';
    c = fine ? c : '_';
  }
  return name;
}

}  // namespace gpualert
