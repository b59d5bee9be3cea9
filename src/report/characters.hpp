#pragma once

namespace gpualert::report {

// Of ASCII, whatever the locale.
constexpr bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

constexpr bool is_upper(char c)
{
  return c >= 'A' && c <= 'Z';
}

constexpr bool is_lower(char c)
{
  return c >= 'a' && c <= 'z';
}

constexpr bool is_letter(char c)
{
  return is_upper(c) || is_lower(c);
}

constexpr bool is_alnum(char c)
{
  return is_letter(c) || is_digit(c);
}

// Between words of a line.
constexpr bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

}  // namespace gpualert::report
