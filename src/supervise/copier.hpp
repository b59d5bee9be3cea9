#pragma once

#include "base/fd.hpp"
#include "supervise/chunk.hpp"
#include "supervise/downstream.hpp"
#include "supervise/streams.hpp"
#include "supervise/worker.hpp"

#include <array>
#include <csignal>
#include <cstdint>

namespace gpualert::supervision {

// The logger's main thread. Reads what the job writes, hands it to the worker, and passes it on
// once it is logged. It never waits for a disk, so that it can always be the witness: it tells the
// supervisor of every signal that reached this process as well. Allocates nothing once it runs.
class Copier {
public:
  Copier(Shared& shared, NoteSocket& supervisor, const Inherited& inherited) noexcept;

  // Takes our ends of the job's streams and copies of 1 and 2. False when descriptors ran out.
  bool take_streams(JobStreams& streams) noexcept;

  // Until the job has ended and nobody holds its output any more.
  void run() noexcept;

  // A fault that somebody sent may come between a read or write and the note of it, and bytes would
  // be lost or doubled. True: it is put off until that is noted.
  bool puts_off_fault() noexcept;

  // From now on without the worker, which crashed, or must not run beside the crash handler.
  void go_alone() noexcept;
  int message_fd() const noexcept { return message_fd_.get(); }

private:
  // While one lives, a sent fault is put off.
  class Step {
  public:
    explicit Step(Copier& copier) noexcept : copier_(copier) { copier_.in_step_ = 1; }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step();

  private:
    Copier& copier_;
  };

  struct Source {
    Stream stream = Stream::unknown;
    bool pty = false;
    bool carries_stderr = false;
    Fd from;
    Downstream to;
    ChunkPool chunks;
    bool idle = false;     // the last read found nothing
    bool discard = false;  // pass nothing on any more
    bool blocked = false;  // downstream: wait for POLLOUT
    bool full = false;     // no free chunk: wait for the worker
    std::int64_t last_read_ns = 0, next_read_ns = 0, eof_ns = 0;
  };

  void read_from(Source& source, std::int64_t now_ns) noexcept;
  bool read_chunk(Source& source, std::int64_t now_ns) noexcept;
  void queue(Source& source, Chunk* chunk) noexcept;
  void pass_on(Source& source, std::int64_t now_ns) noexcept;
  bool pass_chunk(Source& source, Chunk& chunk) noexcept;
  void reader_left(Source& source) noexcept;
  void let_go(Source& source, std::int64_t now_ns) noexcept;
  void free_chunks(Source& source, std::int64_t now_ns) noexcept;

  void wait(std::int64_t now_ns) noexcept;
  std::int64_t due_ns(const Source& source, std::int64_t now_ns) const noexcept;
  std::int64_t patience_ns(std::int64_t now_ns) const noexcept;
  void hear_signals() noexcept;
  void hear_supervisor() noexcept;
  void take_note(const Note& note, Fd passed) noexcept;
  void job_is_gone(const Note& note) noexcept;
  void follow_end(std::int64_t now_ns) noexcept;
  void finish_when_done(std::int64_t now_ns) noexcept;
  bool all_closed() const noexcept;
  bool all_passed_on(std::int64_t now_ns) const noexcept;
  bool over() const noexcept;
  bool worker_hangs(std::int64_t now_ns) const noexcept;
  bool waits_for_end(const Source& source) const noexcept;
  void push(const Work& work) noexcept;
  bool tell(Say say) noexcept;  // false: say it again later

  Shared& shared_;
  NoteSocket& supervisor_;
  Fd signals_, worker_word_, job_;  // signalfd, eventfd, pidfd
  Fd message_fd_;
  std::array<Source, 2> sources_;
  std::size_t count_ = 0;
  bool alone_ = false, supervisor_gone_ = false, in_place_ = false;
  bool ended_ = false, drained_ = false, finished_ = false;
  bool told_drained_ = false, told_finished_ = false;
  std::int64_t ended_ns_ = 0, drained_ns_ = 0;
  Note end_note_;
  volatile std::sig_atomic_t in_step_ = 0, fault_pending_ = 0;
};

}  // namespace gpualert::supervision
