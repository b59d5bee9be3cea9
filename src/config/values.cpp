#include "config/values.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gpualert {

namespace {

struct Unit {
  std::string_view name;
  double factor;
};
constexpr std::array<Unit, 6> kTimeUnits{
    {{"", 1e3}, {"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}, {"d", 86400e3}}};
constexpr double kTenYearsMs = 10 * 365.25 * 86400e3;

constexpr std::string_view kSizeLetters = "KMGT";

// A number without sign, exponent, "inf" or "nan"; the rest of the text is left in `text`.
bool take_number(std::string_view& text, double& value)
{
  if (text.empty() || text.front() < '0' || text.front() > '9') {
    return false;
  }
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{}) {
    return false;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::string_view trimmed(std::string_view text)
{
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);  // npos + 1 is 0
}

}  // namespace

Result<bool> parse_switch(std::string_view text)
{
  if (text == "1" || text == "true") {
    return true;
  }
  if (text == "0" || text == "false") {
    return false;
  }
  return Error{fmt::format("{} is not a switch (write 0, 1, true or false)", quoted(text))};
}

Result<std::chrono::milliseconds> parse_duration(std::string_view text)
{
  std::string_view unit = text;
  double value = 0;
  if (take_number(unit, value)) {
    for (const Unit& known : kTimeUnits) {
      if (unit == known.name && value * known.factor <= kTenYearsMs) {
        return std::chrono::milliseconds{std::llround(value * known.factor)};
      }
    }
  }
  return Error{
      fmt::format("{} is not a duration (write 10, 0.2, 90s, 5m, 2h or 1d)", quoted(text))};
}

Result<std::uint64_t> parse_size(std::string_view text)
{
  std::string_view unit = text;
  double value = 0;
  if (take_number(unit, value)) {
    double factor = 1;
    const auto power = unit.empty() ? std::string_view::npos : kSizeLetters.find(unit.front());
    if (power != std::string_view::npos) {
      factor = static_cast<double>(1ULL << (10 * (power + 1)));
      unit.remove_prefix(1);
    }
    const bool whole_unit = unit.empty() || unit == "B" || (factor > 1 && unit == "iB");
    if (whole_unit && value * factor < 9e18) {
      return static_cast<std::uint64_t>(value * factor);
    }
  }
  return Error{fmt::format("{} is not a size (write 1048576, 500M, 5G or 1T)", quoted(text))};
}

Result<int> parse_number(std::string_view text, int least, int most)
{
  int value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (text.empty() || error != std::errc{} || end != last || value < least || value > most) {
    return Error{fmt::format("{} is not a number from {} to {}", quoted(text), least, most)};
  }
  return value;
}

std::string quoted(std::string_view text)
{
  constexpr std::size_t kLimit = 100;
  std::string out = "\"";
  for (const char c : escape_bytes(cut_utf8(text, kLimit))) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + (text.size() > kLimit ? "…\"" : "\"");
}

std::vector<std::string_view> split_list(std::string_view text)
{
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    if (!part.empty()) {
      parts.push_back(part);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace gpualert
