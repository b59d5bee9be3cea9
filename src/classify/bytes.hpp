#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gpualert {

// Loops over raw output, written with the compiler's vector types so that every machine gets its
// own best instructions without dispatch.

inline constexpr std::size_t kNoByte = static_cast<std::size_t>(-1);

std::uint64_t count_newlines(std::string_view text) noexcept;

// The first '\n' or '\r' at or after `from`; the last one anywhere. kNoByte when there is none.
std::size_t find_line_end(std::string_view text, std::size_t from = 0) noexcept;
std::size_t find_last_line_end(std::string_view text) noexcept;

// The first "nan" or "inf" at or after `from`, in any case, that stands alone (no letter on either
// side) and is not the label of a count of zero ("number of nan iterations:   0"); kNoByte when
// there is none.
std::size_t find_number_word(std::string_view text, std::size_t from) noexcept;

}  // namespace gpualert
