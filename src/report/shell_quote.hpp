#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpualert::report {

// An argument as one can paste it into a shell: bare where that is safe, in single quotes where
// not, in $'…' with \xNN where it holds control characters or bytes that are not UTF-8.
std::string shell_quote(std::string_view argument);

// A whole command line, cut with a note when it is longer than `limit` bytes.
std::string shell_command(const std::vector<std::string>& argv, std::size_t limit = 4096);

}  // namespace gpualert::report
