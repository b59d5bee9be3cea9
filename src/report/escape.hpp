#pragma once

#include "report/document.hpp"

#include <cstddef>
#include <string_view>

namespace gpualert::report {

// Length of the escape sequence at the front of `text`, which begins with ESC (ECMA-48). One that
// does not end takes no more than its own introducer and parameters.
std::size_t escape_length(std::string_view text);

// The style after a "select graphic rendition" sequence (ESC [ … m); others change nothing. The
// colours of larger palettes become the nearest of the basic sixteen; backgrounds are left out.
Style styled(Style style, std::string_view sequence);

}  // namespace gpualert::report
