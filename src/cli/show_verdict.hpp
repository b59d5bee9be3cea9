#pragma once

#include <gpualert/verdict.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert::cli {

// A verdict for people: the cause, the lines that speak for it, what to do. Safe on a terminal.
std::string show(const Verdict& verdict);

// Text of the job's output, at most `limit` bytes of it, without a byte that a terminal would take
// as a command.
std::string printable(std::string_view text, std::size_t limit = 200);

}  // namespace gpualert::cli
