#pragma once

#include <gpualert/verdict.hpp>

#include <string>

namespace gpualert::cli {

// A verdict for people: the cause, the lines that speak for it, what to do. Safe on a terminal.
std::string show(const Verdict& verdict);

}  // namespace gpualert::cli
