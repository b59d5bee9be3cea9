#pragma once

#include <string>

namespace gpualert::supervision {

// Where the finisher will find the run, in memory that needs no allocation later.
void remember_run(const std::string& path) noexcept;

// The end of a run whose logger cannot do it (a bug of ours, or it was killed): a fresh process,
// `gpualert finish-run RUN_DIR WAIT_STATUS with-output|without-output`, completes the record,
// diagnoses and reports; should it die of a signal, a second one does so without reading the log.
// Waits for each at most 15 s. `wait_status` -1: nobody knows. `message_fd`: its stderr, -1 for
// none. Async-signal-safe.
void finish_in_new_process(int wait_status, int message_fd) noexcept;

}  // namespace gpualert::supervision
