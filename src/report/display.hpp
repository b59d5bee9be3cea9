#pragma once

#include "report/document.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert::report {

// One line of a job's output as a terminal would show it in the end: escape sequences gone,
// carriage returns and backspaces played out (a progress bar keeps its last state), other control
// characters left out, invalid UTF-8 as U+FFFD; colours and bold as spans. Without its line end.
StyledLine styled_line(std::string_view line);

// Cuts a line to at most `limit` bytes, and says how many are left out.
void cut_line(StyledLine& line, std::size_t limit);

// The text alone, cut.
std::string display_line(std::string_view line, std::size_t limit = 2000);

}  // namespace gpualert::report
