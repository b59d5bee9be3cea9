#pragma once

#include <gpualert/verdict.hpp>

#include <string>

namespace gpualert::cli {

// The decision step by step, for a terminal.
std::string explain(const Verdict& verdict);

}  // namespace gpualert::cli
