#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpualert {

// Why a pattern cannot be used, and what would help.
struct PatternFault {
  std::string what, fix;
};

// Instructions that a compiled pattern may have. Where a counted repeat makes it large, RE2
// searches at a few MB/s only: a line that the job prints must not wait for that.
inline constexpr int kMaxProgram = 1500;
inline constexpr int kSlowProgram = 600;

// Of a pattern that compiles.
int program_size(const std::string& pattern);

// Compiles the pattern as the matcher would. The fault names the construct and where it stands.
std::optional<PatternFault> find_pattern_fault(const std::string& pattern);

}  // namespace gpualert
