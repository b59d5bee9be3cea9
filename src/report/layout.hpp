#pragma once

#include <string>
#include <string_view>

namespace gpualert::report {

// Breaks text at blanks so that no line is wider than `width` characters (a longer word stays
// whole); line ends in the text are kept. Every line begins with `indent`.
std::string wrapped(std::string_view text, std::string_view indent, std::size_t width = 76);

// "  label        value\n", the values in one column; nothing for an empty value.
std::string row(std::string_view label, std::string_view value);

// "\nHEADING\n".
std::string heading(std::string_view text);

}  // namespace gpualert::report
