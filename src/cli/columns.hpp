#pragma once

#include <string>
#include <string_view>

namespace gpualert::cli {

// One row of a help table: two spaces, `left`, and `right` wrapped from column 24 to column 79.
std::string help_row(std::string_view left, std::string_view right);

}  // namespace gpualert::cli
