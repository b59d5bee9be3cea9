#pragma once

#include "base/fd.hpp"
#include "supervise/inherited.hpp"

#include <gpualert/byte_sink.hpp>
#include <gpualert/supervisor.hpp>

#include <array>
#include <optional>

namespace gpualert::supervision {

// One way from the job to us: a pipe, or a pty where the user had a terminal.
struct JobStream {
  Stream stream = Stream::unknown;
  int original = -1;  // the descriptor of ours that it stands for: 1 or 2
  bool pty = false;
  Fd ours;    // read end, or pty master
  Fd theirs;  // write end, or pty slave; the job's copy
};

struct JobStreams {
  std::array<JobStream, 2> list;
  std::size_t count = 0;
};

// Pipes or ptys for what is open of 1 and 2; one only when both are the same file, so that the
// order of 2>&1 is kept. nullopt when descriptors run out.
std::optional<JobStreams> make_streams(const Inherited& inherited, PtyMode mode) noexcept;

// In the job, between fork and exec: its 1 and 2 become the streams. Async-signal-safe.
void install_streams(const JobStreams& streams, const Inherited& inherited) noexcept;

}  // namespace gpualert::supervision
