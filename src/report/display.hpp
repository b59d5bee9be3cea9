#pragma once

#include <string>
#include <string_view>

namespace gpualert::report {

// One line of a job's output as a terminal would show it in the end: escape sequences gone,
// carriage returns and backspaces played out (a progress bar keeps its last state), other control
// characters left out, invalid UTF-8 as U+FFFD. Without its line end; at most `limit` bytes, a cut
// is said.
std::string display_line(std::string_view line, std::size_t limit = 2000);

}  // namespace gpualert::report
