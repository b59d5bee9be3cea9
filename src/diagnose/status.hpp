#pragma once

#include <gpualert/classifier.hpp>

#include <optional>
#include <string_view>

namespace gpualert {

// How the job ended, as far as it matters for the cause.
struct EndStatus {
  bool known = false;
  bool success = false;
  std::optional<int> exit_code;  // as recorded
  std::optional<int> signal;     // also behind a shell's 128 + n
};
EndStatus end_status(const ProcessEnd& end);

// What a status means where the output says nothing.
struct StatusCause {
  std::string_view cause;
  double confidence = 0;
};
StatusCause cause_of_status(const EndStatus& status);

// What an execve(2) error means.
std::string_view cause_of_exec_error(int error_number);

}  // namespace gpualert
