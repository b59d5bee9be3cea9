#pragma once

#include <cstdint>
#include <string>

namespace gpualert::report {

// A moment in this host's time zone ($TZ, /etc/localtime).
struct LocalTime {
  int year = 1970, month = 1, day = 1;  // month and day from 1
  int hour = 0, minute = 0, second = 0;
  int weekday = 4;             // 0 = Sunday
  std::string zone = "+0000";  // from UTC
};
LocalTime local_time(std::int64_t wall_ns);

// "2026-03-03 02:14:09 +0100".
std::string local_moment(std::int64_t wall_ns);

}  // namespace gpualert::report
