#pragma once

#include <cstddef>
#include <string_view>

namespace gpualert {

// Where a part of a text may be cut. A secret must not be cut in two, or the gate sees neither
// half: parts begin and end at a line's end, and end before a private key that is still open there.
// Without a line's end, where the part ends.
std::size_t last_edge(std::string_view part) noexcept;

// The first line's end within 64 KiB; 0 without one.
std::size_t first_edge(std::string_view part) noexcept;

}  // namespace gpualert
