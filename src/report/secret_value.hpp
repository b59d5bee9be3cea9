#pragma once

#include <cstddef>
#include <string_view>

namespace gpualert::report {

// Where a value begins behind its key, and where it ends.

bool is_quote(char c);

// Length of what stands between a key and its value: "=", ": ", "\": \"", "\"] = ", or blanks after
// an option or in a .netrc; 0 when no value follows.
std::size_t separator_length(std::string_view rest, bool by_blank);

// Length of the value at the front of `text`; its quotes stay outside.
std::size_t value_length(std::string_view text);

// Of $'…', b"…", rb'…': what stands before the quote.
std::size_t string_prefix_length(std::string_view text);

// The quote at the front of `text`: ", ', or three of one kind; empty where there is none.
std::string_view opening_quote(std::string_view text);

// Length up to the closing quote, which '\'' and \" are not. Where none closes on this line up to a
// blank, or of three quotes up to the end of the line.
std::size_t quoted_length(std::string_view text, std::string_view quote);

}  // namespace gpualert::report
