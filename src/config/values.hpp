#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// Text of a setting as a value. The Error says what was expected, beginning with the text itself:
// "\"soon\" is not a duration (write 10, 0.2, 90s, 5m, 2h or 1d)".

Result<bool> parse_switch(std::string_view text);  // 0, 1, true, false
// Seconds unless it has a unit: 10, 0.2, 200ms, 90s, 5m, 2h, 1d; up to ten years.
Result<std::chrono::milliseconds> parse_duration(std::string_view text);
// Bytes, or with K, M, G, T (powers of 1024; "GiB" and "GB" are the same).
Result<std::uint64_t> parse_size(std::string_view text);
Result<int> parse_number(std::string_view text, int least, int most);

// The parts between commas, without the blanks around them; those that are not empty.
std::vector<std::string_view> split_list(std::string_view text);

// Text in double quotes for a message: at most 100 bytes, control characters as \xNN.
std::string quoted(std::string_view text);

}  // namespace gpualert
