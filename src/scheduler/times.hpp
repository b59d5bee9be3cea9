#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpualert::scheduler {

// "1796048578" or, in local time, "2026-11-29T18:37:51", as ns since 1970; nothing for "Unknown",
// "N/A", "None".
std::optional<std::int64_t> parse_time(std::string_view text);

// "365-00:00:00", "00:01:00", "01:30", in ns; nothing for "UNLIMITED".
std::optional<std::int64_t> parse_duration(std::string_view text);

std::optional<std::int64_t> parse_number(std::string_view text);

}  // namespace gpualert::scheduler
