#pragma once

#include "supervise/inherited.hpp"
#include "supervise/notes.hpp"
#include "supervise/streams.hpp"

#include <gpualert/supervisor.hpp>

#include <string>
#include <vector>

namespace gpualert::supervision {

// The logger process, from fork to _exit. `streams` are the job's, `supervisor` our end of the
// socket, `supervisor_pid` whose death means that the run was killed.
[[noreturn]] void run_logger(JobStreams& streams, NoteSocket supervisor, const Inherited& inherited,
                             const std::vector<std::string>& argv, const SupervisorOptions& options,
                             RunObserver& observer, pid_t supervisor_pid) noexcept;

}  // namespace gpualert::supervision
