#include "scheduler/times.hpp"

#include <array>
#include <charconv>
#include <ctime>

namespace gpualert::scheduler {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMostSeconds = INT64_MAX / kSecond;

std::optional<std::int64_t> seconds_to_ns(std::int64_t seconds)
{
  return seconds >= 0 && seconds <= kMostSeconds ? std::optional{seconds * kSecond} : std::nullopt;
}

// The numbers of "2026-11-29T18:37:51", one after each separator in `between`.
template <std::size_t N>
std::optional<std::array<int, N>> numbers(std::string_view text, std::string_view between)
{
  std::array<int, N> found{};
  for (std::size_t i = 0; i < N; ++i) {
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), found[i]);
    if (error != std::errc{} || found[i] < 0) {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    if (i + 1 < N) {
      if (!text.starts_with(between[i])) {
        return std::nullopt;
      }
      text.remove_prefix(1);
    }
  }
  return text.empty() ? std::optional{found} : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> parse_number(std::string_view text)
{
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && error == std::errc{} && stop == text.data() + text.size()
             ? std::optional{value}
             : std::nullopt;
}

std::optional<std::int64_t> parse_time(std::string_view text)
{
  if (const auto seconds = parse_number(text)) {
    return *seconds > 0 ? seconds_to_ns(*seconds) : std::nullopt;
  }
  const auto parts = numbers<6>(text, "--T::");
  if (!parts) {
    return std::nullopt;
  }
  constexpr int kFirstYear = 1900;
  std::tm moment{};
  moment.tm_year = (*parts)[0] - kFirstYear;
  moment.tm_mon = (*parts)[1] - 1;
  moment.tm_mday = (*parts)[2];
  moment.tm_hour = (*parts)[3];
  moment.tm_min = (*parts)[4];
  moment.tm_sec = (*parts)[5];
  moment.tm_isdst = -1;
  const std::time_t seconds = std::mktime(&moment);
  return seconds > 0 ? seconds_to_ns(seconds) : std::nullopt;
}

std::optional<std::int64_t> parse_duration(std::string_view text)
{
  constexpr std::int64_t kHoursOfDay = 24;
  constexpr std::int64_t kSixty = 60;
  std::int64_t days = 0;
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    const auto number = parse_number(text.substr(0, dash));
    if (!number || *number < 0 || *number > kMostSeconds / (kHoursOfDay * kSixty * kSixty) - 1) {
      return std::nullopt;
    }
    days = *number;
    text.remove_prefix(dash + 1);
  }
  if (const auto clock = numbers<3>(text, "::")) {
    const auto& [hours, minutes, seconds] = *clock;
    return seconds_to_ns(((days * kHoursOfDay + hours) * kSixty + minutes) * kSixty + seconds);
  }
  if (const auto clock = numbers<2>(text, ":"); clock && days == 0) {
    return seconds_to_ns((*clock)[0] * kSixty + (*clock)[1]);
  }
  return std::nullopt;
}

}  // namespace gpualert::scheduler
