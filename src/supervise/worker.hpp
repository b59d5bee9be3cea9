#pragma once

#include "supervise/run_files.hpp"
#include "supervise/work_queue.hpp"

#include <gpualert/supervisor.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace gpualert::supervision {

// What the logger's two threads share.
struct Shared {
  WorkQueue queue;
  int wake_copier = -1;                           // eventfd
  std::atomic<bool> copier_sleeps{false};         // it wants a word in wake_copier
  std::atomic<int> log_fd{-1};                    // for the copier, should the worker be gone
  std::atomic<std::int64_t> writing_since_ns{0};  // 0: not in a write of the log, or set_up
  std::atomic<bool> worker_gone{false};  // crashed, or never started: the copier logs alone
  std::atomic<bool> park{false};         // the copier crashed: the worker must stop and say so
  std::atomic<bool> parked{false};
  std::atomic<bool> end_done{false};  // diagnosis, report and delivery are over
  std::atomic<bool> quit_done{false};
  std::atomic<bool> mid_line{false};     // what the job last wrote to stderr ended in no newline
  std::atomic<bool> reader_left{false};  // set by the copier, for the record
  std::atomic<std::uint64_t> not_passed{0};  // bytes that stdout or stderr refused (a full disk)
  std::atomic<std::uint64_t> not_queued{0};  // bytes dropped because the worker hangs

  void tell_copier() noexcept;
};

// The logger's second thread: makes the run directory, writes the log, feeds the observer, and does
// all that may block. Nothing it waits for can keep the copier from its work.
class Worker {
public:
  Worker(Shared& shared, const std::vector<std::string>& argv, const SupervisorOptions& options,
         RunObserver& observer, const NoteSocket& supervisor, pid_t supervisor_pid, int message_fd)
      : shared_(shared),
        argv_(argv),
        options_(options),
        observer_(observer),
        supervisor_(supervisor),
        supervisor_pid_(supervisor_pid),
        message_fd_(message_fd)
  {
  }

  // Makes the run directory and tells the supervisor that the log is ready.
  void set_up();
  // Works until Work::Kind::quit.
  void run();
  const RunFiles& files() const noexcept { return files_; }

private:
  bool step(const Work& work);  // false: quit
  void log_chunk(const Work& work);
  void take_note(const Note& note);
  void tick();
  void save(bool synced);
  void attend(std::int64_t now_ns);
  std::int64_t patience_ns() noexcept;
  void end(const Note& note);
  void quit();
  void complete(const Note& note);
  void warn_of_fallbacks();
  void say(const std::string& line);

  Shared& shared_;
  const std::vector<std::string>& argv_;
  const SupervisorOptions& options_;
  RunObserver& observer_;
  const NoteSocket& supervisor_;
  pid_t supervisor_pid_;
  int message_fd_;
  RunFiles files_;
  std::optional<MemoryEvents> memory_before_;
  bool ended_ = false;
  std::int64_t attend_due_ns_ = INT64_MAX;  // monotonic; when the observer wants to be asked
  std::int64_t save_due_ns_ = 0;            // monotonic; 0: the record on disk is up to date
  std::uint64_t bytes_at_end_ = 0;
};

}  // namespace gpualert::supervision
