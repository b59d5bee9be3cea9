#pragma once

#include <string_view>

namespace gpualert::cli {

// One message on stderr, each of its lines beginning "gpualert: ", in one write where possible.
// Control characters other than the line ends are shown as \xNN.
void say(std::string_view message) noexcept;

// Says the usage error and where help is; gives 125.
int usage_error(std::string_view message, std::string_view help_command) noexcept;

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;        // commands other than run: a finding, or a failure
inline constexpr int kUsageError = 125;  // before anything was started

}  // namespace gpualert::cli
