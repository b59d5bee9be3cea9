#pragma once

#include "report/document.hpp"

#include <string>
#include <string_view>

namespace gpualert::report {

// Text as HTML shows it: & < > " ' escaped.
std::string html_escape(std::string_view text);

// A line with its colours and bold as spans.
std::string html_line(const StyledLine& line);

}  // namespace gpualert::report
