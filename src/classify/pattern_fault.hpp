#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpualert {

// Why a pattern cannot be used, and what would help.
struct PatternFault {
  std::string what, fix;
};

// Compiles the pattern as the matcher would. The fault names the construct and where it stands.
std::optional<PatternFault> find_pattern_fault(const std::string& pattern);

}  // namespace gpualert
