#pragma once

#include "supervise/notes.hpp"

#include <sys/types.h>
#include <csignal>

namespace gpualert::supervision {

// A fault in us is our bug and must not be the job's end. `on_fault` runs on a stack of its own, in
// the thread that faulted; it may only call async-signal-safe functions, and may return only when
// the signal was `sent` (kill(2)) and no instruction faulted. A second fault kills the process.
// Sanitizer builds keep the sanitizer's handlers instead.
void install_fault_handler(void (*on_fault)(bool sent)) noexcept;

// Gives the calling thread the stack that the handler runs on.
void give_fault_stack() noexcept;

// P's own: forwards, waits and ends like the job, with a fresh Watch.
void protect_supervisor(pid_t job, const NoteSocket& logger, const sigset_t& blocked) noexcept;

}  // namespace gpualert::supervision
