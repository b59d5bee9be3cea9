#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <string>

namespace gpualert::deliver {

// What a program started from the middle of a job must shed first: inherited descriptors, blocked
// and ignored signals, limits on files, the umask. Also: no core files, which would hold passwords.
void shed_inheritance();

// stdin, stdout and stderr become /dev/null: a pipe of the job's that we kept open would keep its
// reader waiting. The working directory becomes /, for the same reason with file systems.
void leave_terminal();

// The kernel ends this process then, whatever it hangs in. What it was doing stays in the outbox.
void arm_watchdog(std::chrono::milliseconds from_now);

// Starts this program once more, to look at the outbox of `state_dir` after `wait`. `config`: "" or
// the value of --config.
Status start_waiting(const std::string& state_dir, const std::string& config,
                     std::chrono::seconds wait);

}  // namespace gpualert::deliver
