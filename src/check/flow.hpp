#pragma once

#include "check/checks.hpp"

#include <cstddef>

namespace gpualert::check {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// The last command of the pipeline that `command` is in.
std::size_t pipeline_end(const Script& script, std::size_t command);

// The next command that the shell comes to after `command` ended, whatever its status: not the
// other branch of an if, not the body of a function. kNone: the script, or the function, ends.
std::size_t next_command(const Script& script, std::size_t command);

// Whether any later command has `text` in one of its words.
bool mentioned_after(const Script& script, std::size_t command, std::string_view text);

// "line 7, echo done"
std::string place_of(const Command& command);

}  // namespace gpualert::check
