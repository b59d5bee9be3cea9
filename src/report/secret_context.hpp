#pragma once

#include <cstddef>
#include <string_view>

namespace gpualert::report {

// What stands around a key tells whether it is one at all.

// The line that `text` ends in, its last 200 bytes at most.
std::string_view line_so_far(std::string_view text);

enum class Place {
  field,     // key=value, "key": value, "key: value", --key value
  label,     // `key: value`, first on its line or behind a sign
  sentence,  // `some word key: value`
};

// Of a key behind `line` with `separator` behind it.
Place place_of(std::string_view line, std::string_view separator);

// Does the text only speak of a token, credentials or an authorization, as in "unexpected token:
// line 1" and "authorization: none"? A value in a sentence has to look like a secret to be one.
bool is_word_of_text(std::string_view key, Place place, std::string_view value);

// Length of a password or passphrase of several words at the front of `text`: the rest of the line,
// or of the string that began on it in `before`; 0 where one word is all.
std::size_t passphrase_length(std::string_view key, Place place, std::string_view before,
                              std::string_view text);

// Length of the key of Weights & Biases at the front of `text`, where a word begins: 32 to 64 hex
// digits behind `wandb login` or a prompt for an API key on its line in `before`; 0 elsewhere,
// where they are a hash.
std::size_t login_key(std::string_view before, std::string_view text);

// Length up to the password of curl's `-u user:password` at the front of `text`; 0 where there is
// none. Other programs take a user's number there.
std::size_t before_curl_password(std::string_view before, std::string_view text);

// The parameter that signs a URL, behind its ? or &.
bool is_url_signature(char before, std::string_view key);

}  // namespace gpualert::report
