#include "report/secret_context.hpp"

#include "report/secret_keys.hpp"

#include <algorithm>
#include <string>

namespace gpualert::report {

namespace {

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

bool is_upper(char c)
{
  return c >= 'A' && c <= 'Z';
}

bool is_lower(char c)
{
  return c >= 'a' && c <= 'z';
}

bool is_letter(char c)
{
  return is_upper(c) || is_lower(c);
}

bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

// Letters and digits in one long piece, as no language has them.
bool looks_like_secret(std::string_view value)
{
  constexpr std::size_t kLeast = 12;
  const auto fits = [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view{"_-.~+/=%"}.find(c) != std::string_view::npos;
  };
  return value.size() >= kLeast && std::all_of(value.begin(), value.end(), fits) &&
         std::any_of(value.begin(), value.end(), is_letter) &&
         std::any_of(value.begin(), value.end(), is_digit);
}

// none, None, NONE
bool is_plain_word(std::string_view value)
{
  return std::all_of(value.begin(), value.end(), is_letter) &&
         (std::all_of(value.begin(), value.end(), is_upper) ||
          std::all_of(value.begin() + 1, value.end(), is_lower));
}

}  // namespace

std::string_view line_so_far(std::string_view text)
{
  constexpr std::size_t kNear = 200;
  text.remove_prefix(text.size() - std::min(text.size(), kNear));
  text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
  return text;
}

Place place_of(std::string_view line, std::string_view separator)
{
  const bool quoted = separator.starts_with('"') || separator.starts_with('\'');
  if (quoted || separator.find(':') == std::string_view::npos || !is_blank(separator.back())) {
    return Place::field;
  }
  const bool apart = !line.empty() && is_blank(line.back());
  while (!line.empty() && is_blank(line.back())) {
    line.remove_suffix(1);
  }
  return apart && !line.empty() && (is_letter(line.back()) || is_digit(line.back()))
             ? Place::sentence
             : Place::label;
}

bool is_word_of_text(std::string_view key, Place place, std::string_view value)
{
  if (place == Place::field || value.empty()) {
    return false;
  }
  const std::string name = normalised_key(key);
  const bool authorization = name == "authorization";
  const std::size_t scheme = authorization ? value.find(' ') : std::string_view::npos;
  if (scheme != std::string_view::npos) {
    return scheme + 1 < value.size() && is_plain_word(value.substr(scheme + 1));
  }
  if (name != "token" && name != "credentials" && !authorization) {
    return false;
  }
  return place == Place::sentence ? !looks_like_secret(value)
                                  : name != "token" && is_plain_word(value);
}

}  // namespace gpualert::report
