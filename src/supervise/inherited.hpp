#pragma once

#include <array>
#include <csignal>

namespace gpualert::supervision {

inline constexpr int kSignals = 65;  // 1–64

// What this process was given, to be handed on to the job unchanged.
struct Inherited {
  sigset_t mask{};
  std::array<struct sigaction, kSignals> actions{};
  std::array<bool, 3> closed{};    // standard descriptors that were not open
  std::array<bool, 3> terminal{};  // … that are terminals
  bool one_output = false;         // stdout and stderr are the same file (2>&1)
  sigset_t blocked{};              // what we block: all that signalfd shall give us
};

// The signals that mean a bug in the process that gets them. Never blocked, never forwarded.
inline constexpr std::array<int, 7> kFaults{SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                            SIGTRAP, SIGABRT, SIGSYS};

// Notes mask, dispositions and descriptors; fills closed 0–2 with /dev/null so that nothing of ours
// lands there; blocks every signal but faults and inherited ignores (a blocked ignored signal would
// still queue); SIGCHLD to default (a parent may have ignored it), SIGPIPE, SIGXFSZ and SIGTTOU
// ignored. Call first, while the process has one thread.
Inherited take_inherited() noexcept;

// For the job, between fork and exec: mask and dispositions as they were. Async-signal-safe.
void restore_signals(const Inherited& inherited) noexcept;

// For the job: closes again what was closed. Async-signal-safe.
void close_what_was_closed(const Inherited& inherited) noexcept;

}  // namespace gpualert::supervision
