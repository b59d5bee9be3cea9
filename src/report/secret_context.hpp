#pragma once

#include <string_view>

namespace gpualert::report {

// What stands around a key tells whether it is one at all.

// The line that `text` ends in, its last 200 bytes at most.
std::string_view line_so_far(std::string_view text);

enum class Place {
  field,     // key=value, "key": value, --key value
  label,     // `key: value`, first on its line or behind a sign
  sentence,  // `some word key: value`
};

// Of a key behind `line` with `separator` behind it.
Place place_of(std::string_view line, std::string_view separator);

// Does the text only speak of a token, credentials or an authorization, as in "unexpected token:
// line 1" and "authorization: none"? A value in a sentence has to look like a secret to be one.
bool is_word_of_text(std::string_view key, Place place, std::string_view value);

}  // namespace gpualert::report
