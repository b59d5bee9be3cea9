#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert {

// Length of the valid UTF-8 character at the front of `bytes` (1–4), 0 when there is none.
std::size_t utf8_length(std::string_view bytes) noexcept;

bool is_utf8(std::string_view bytes) noexcept;

// Bytes as valid UTF-8: each byte that is not part of a character becomes U+FFFD.
std::string to_utf8(std::string_view bytes);

// Bytes as valid UTF-8 that can be undone: a backslash becomes \\, a byte that is not part of a
// character \xNN.
std::string escape_bytes(std::string_view bytes);
std::string unescape_bytes(std::string_view text);

// At most `limit` bytes of `text`, cut between characters.
std::string_view cut_utf8(std::string_view text, std::size_t limit) noexcept;

// At most `limit` bytes of `text` as part of a file name: anything else than letters, digits, '.',
// '_' and '+' becomes '_', so that no value of somebody else's can leave a directory.
std::string file_safe(std::string_view text, std::size_t limit);

}  // namespace gpualert
