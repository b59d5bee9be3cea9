#include "report/when.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>

namespace gpualert::report {

LocalTime local_time(std::int64_t wall_ns)
{
  constexpr std::int64_t kSecond = 1'000'000'000;
  // Rounded down, also before 1970: a clock that was never set must not give a negative field.
  const std::int64_t floor = wall_ns >= 0 ? wall_ns / kSecond : (wall_ns - kSecond + 1) / kSecond;
  const auto seconds = static_cast<std::time_t>(floor);
  std::tm tm{};
  if (::localtime_r(&seconds, &tm) == nullptr) {
    return {};
  }
  const long offset = tm.tm_gmtoff / 60;
  LocalTime local;
  local.year = tm.tm_year + 1900;
  local.month = tm.tm_mon + 1;
  local.day = tm.tm_mday;
  local.hour = tm.tm_hour;
  local.minute = tm.tm_min;
  local.second = tm.tm_sec;
  local.weekday = tm.tm_wday;
  local.zone = fmt::format("{}{:02}{:02}", offset < 0 ? '-' : '+', std::labs(offset) / 60,
                           std::labs(offset) % 60);
  return local;
}

std::string local_moment(std::int64_t wall_ns)
{
  const LocalTime local = local_time(wall_ns);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} {}", local.year, local.month, local.day,
                     local.hour, local.minute, local.second, local.zone);
}

}  // namespace gpualert::report
