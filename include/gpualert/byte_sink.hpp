#pragma once

#include <cstdint>
#include <string_view>

namespace gpualert {

// Where a byte of the job's output came from. `both`: stdout and stderr were one file (2>&1), so
// the job wrote both through one pipe and nobody can tell them apart. The numbers are those in
// output.idx.
enum class Stream : std::uint8_t { unknown = 0, out = 1, err = 2, both = 3 };

// "stdout", "stderr", "both", "unknown".
std::string_view to_string(Stream stream) noexcept;

// Takes the job's output as it comes: every byte once, in the order of the log, cut anywhere (also
// inside a line or a UTF-8 sequence). Never called from two threads at once. Must not block for
// long and must not throw.
class ByteSink {
public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;
  virtual void bytes(Stream stream, std::string_view data) noexcept = 0;
};

}  // namespace gpualert
