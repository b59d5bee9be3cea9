#pragma once

#include <string_view>

namespace gpualert::supervision {

// One line for the user on `fd`, prefixed "gpualert: ". Gives up after a second on a reader that
// does not read; no error matters. fd < 0: nothing. `mid_line`: something else stands on the line
// already (a progress bar), so a new one is begun.
void write_message(int fd, std::string_view line, bool mid_line = false) noexcept;

}  // namespace gpualert::supervision
