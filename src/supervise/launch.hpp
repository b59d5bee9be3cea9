#pragma once

#include "supervise/command.hpp"
#include "supervise/inherited.hpp"
#include "supervise/streams.hpp"

#include <sys/types.h>

namespace gpualert::supervision {

struct Launched {
  pid_t pid = -1;      // -1: fork was refused (errno), nothing was started
  int exec_error = 0;  // errno of exec; the child exists all the same, and has ended
};

// Starts the job as a child with its streams in place and everything else as we inherited it; it
// gets SIGTERM when we die. Returns once it has executed, or failed to.
Launched launch(const Command& command, const JobStreams& streams,
                const Inherited& inherited) noexcept;

}  // namespace gpualert::supervision
