#pragma once

#include "supervise/inherited.hpp"
#include "supervise/notes.hpp"

#include <sys/signalfd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace gpualert::supervision {

// The supervisor's life from the job's start to our end: forwards signals, follows stops, takes the
// wait status. Touches no data of the job, allocates nothing and calls only async-signal-safe
// functions, so that the crash handler can start a fresh one.
class Watch {
public:
  // `job`: pid, a child of ours. `logger`: the logger's socket, may be closed.
  Watch(pid_t job, const NoteSocket& logger, const sigset_t& blocked) noexcept;

  // Until the job has ended; its wait status.
  int until_end() noexcept;

  // Until the logger has passed all output on and is done with its part: as long as a reader takes
  // for the first, `limit` for the rest. A signal that asks us to leave cuts both to 0.9 s.
  void until_finished(int status, std::chrono::milliseconds limit) noexcept;

  // The logger died before it had finished the run.
  bool logger_lost() const noexcept { return logger_gone_ && !finished_; }

private:
  void take_signal(const signalfd_siginfo& info) noexcept;
  void forward(const signalfd_siginfo& info) noexcept;
  void give(Note note, bool deliver) noexcept;
  void reap() noexcept;
  void stop_with_job(int signal) const noexcept;
  void hear(const Note& note) noexcept;
  void listen(int wait_ms, int until_saw) noexcept;
  bool witness_saw(int signal) noexcept;
  void tell_end(int status) noexcept;

  pid_t job_;
  const NoteSocket& logger_;
  int signals_ = -1;
  bool logger_gone_ = false, drained_ = false, finished_ = false;
  std::optional<int> status_;
  Usage usage_;
  std::array<std::int64_t, kSignals> seen_ms_{};  // when the witness saw each signal
  std::array<bool, kSignals> counted_{};          // … and that word has answered for one of ours
};

}  // namespace gpualert::supervision
