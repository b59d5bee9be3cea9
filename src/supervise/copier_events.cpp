// What the copier waits for, and how it follows the end of the job.
#include "supervise/clock.hpp"
#include "supervise/copier.hpp"
#include "supervise/finish_alone.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace gpualert::supervision {

namespace {

constexpr std::int64_t kMs = 1'000'000;
// The kernel moves the bytes of a pty through a work queue: after the end they may still be coming.
constexpr std::int64_t kPtySettleNs = 60 * kMs;
// stderr closed: by the job's end, or long before it? The word of the end comes within this time.
constexpr std::int64_t kEofGraceNs = 100 * kMs;
constexpr std::int64_t kLookAgainNs = 100 * kMs;
constexpr std::int64_t kLogPatienceNs = 250 * kMs;

}  // namespace

void Copier::wait(std::int64_t now_ns) noexcept
{
  std::array<pollfd, 8> ready{};
  std::size_t n = 0;
  const auto watch = [&](int fd, short events) { ready.at(n++) = {fd, events, 0}; };
  watch(signals_.get(), POLLIN);
  watch(worker_word_.get(), POLLIN);
  if (!supervisor_gone_) {
    watch(supervisor_.fd(), POLLIN);
  } else if (!ended_ && job_) {
    watch(job_.get(), POLLIN);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    Source& source = sources_.at(i);
    if (source.from && !source.full && (source.next_read_ns <= now_ns || ended_)) {
      watch(source.from.get(), POLLIN);
    }
    if (source.blocked) {
      watch(source.to.fd(), POLLOUT);
    }
  }
  const std::int64_t patience = patience_ns(now_ns);
  const timespec limit{patience / 1'000'000'000, patience % 1'000'000'000};
  ::ppoll(ready.data(), n, patience < 0 ? nullptr : &limit, nullptr);
  shared_.copier_sleeps = false;
  std::uint64_t words = 0;
  if (ready[1].revents != 0) {
    (void)!::read(worker_word_.get(), &words, sizeof words);
  }
}

// When this source must be looked at though nothing happens; INT64_MAX for never.
std::int64_t Copier::due_ns(const Source& source, std::int64_t now_ns) const noexcept
{
  std::int64_t due = INT64_MAX;
  const auto at = [&](bool condition, std::int64_t when) {
    due = condition ? std::min(due, when) : due;
  };
  const bool paced = source.from && source.next_read_ns > now_ns && !ended_ && !source.full;
  at(paced, source.next_read_ns);
  if (const Chunk* chunk = source.chunks.front(); chunk != nullptr && !source.blocked) {
    const Phase phase = chunk->phase();
    const bool logged = phase != Phase::queued && phase != Phase::taken;
    const bool now_due = logged || worker_hangs(now_ns);
    at(true, now_due ? now_ns : chunk->read_at.monotonic_ns + kLogPatienceNs);
  }
  at(source.full, source.chunks.reclaimable() ? now_ns : now_ns + kLookAgainNs);
  at(!source.from && waits_for_end(source), source.eof_ns + kEofGraceNs);
  at(source.pty && source.from && ended_ && !drained_, ended_ns_ + kPtySettleNs);
  return due;
}

// How long nothing may happen before something must be looked at; -1 for ever. Announces that we
// sleep first, so that a word of the worker that comes from now on wakes us.
std::int64_t Copier::patience_ns(std::int64_t now_ns) const noexcept
{
  shared_.copier_sleeps = true;
  std::int64_t due = INT64_MAX;
  for (std::size_t i = 0; i < count_; ++i) {
    due = std::min(due, due_ns(sources_.at(i), now_ns));
  }
  if (ended_ && !told_finished_) {
    due = std::min(due, shared_.end_done && !finished_ ? now_ns : now_ns + kLookAgainNs);
  }
  // Killed before it could tell us of a job, the supervisor wakes us only once; the job's output,
  // which tells of its end then, may have closed after that.
  const bool end_unseen = supervisor_gone_ && !ended_ && !job_ && all_closed();
  if (end_unseen || (shared_.worker_gone && !alone_)) {
    return 0;
  }
  return due == INT64_MAX ? -1 : std::max<std::int64_t>(due - now_ns, 0);
}

bool Copier::all_closed() const noexcept
{
  return std::none_of(sources_.begin(), sources_.end(),
                      [](const Source& s) { return s.from.get() >= 0; });
}

void Copier::hear_signals() noexcept
{
  signalfd_siginfo info{};
  while (::read(signals_.get(), &info, sizeof info) == sizeof info) {
    Note note{};
    note.say = Say::saw;
    note.number = static_cast<std::int32_t>(info.ssi_signo);
    if (note.number == SIGWINCH) {
      for (std::size_t i = 0; i < count_; ++i) {
        const Source& source = sources_.at(i);
        winsize size{};
        if (source.pty && source.from && ::ioctl(source.to.fd(), TIOCGWINSZ, &size) == 0 &&
            ::ioctl(source.from.get(), TIOCSWINSZ, &size) == 0) {
          note.say = Say::resized;
        }
      }
    }
    if (!supervisor_gone_) {
      supervisor_.send(note);
    }
  }
}

void Copier::hear_supervisor() noexcept
{
  while (!supervisor_gone_) {
    Note note{};
    Fd passed;
    const auto got = supervisor_.receive(note, nullptr, &passed);
    if (got == NoteSocket::Got::nothing) {
      return;
    }
    if (got == NoteSocket::Got::closed) {
      supervisor_gone_ = true;
      supervisor_.close();
      break;
    }
    take_note(note, std::move(passed));
  }
  // The supervisor was killed: the job has got SIGTERM for it, and may take its time to end.
  // Without a pidfd (an old kernel) its end is seen when it lets go of its output.
  if (!ended_) {
    pollfd gone{job_.get(), POLLIN, 0};
    const bool ended = job_ ? ::poll(&gone, 1, 0) > 0 : all_closed();
    if (ended) {
      job_is_gone(Note{});
    }
  }
}

void Copier::take_note(const Note& note, Fd passed) noexcept
{
  if (note.say == Say::ended) {
    job_is_gone(note);
    return;
  }
  if (note.say == Say::started) {
    job_ = std::move(passed);
  }
  in_place_ = in_place_ || note.say == Say::in_place;
  Work work;
  work.kind = Work::Kind::note;
  work.note = note;
  push(work);
}

void Copier::job_is_gone(const Note& note) noexcept
{
  ended_ = true;
  ended_ns_ = monotonic_ns();
  end_note_ = note;
  if (in_place_) {
    end_note_.say = Say::in_place;
  }
}

bool Copier::all_passed_on(std::int64_t now_ns) const noexcept
{
  for (std::size_t i = 0; i < count_; ++i) {
    const Source& source = sources_.at(i);
    if (source.chunks.waiting() > 0) {
      return false;
    }
    if (source.from && (!source.idle || (source.pty && now_ns - ended_ns_ < kPtySettleNs))) {
      return false;
    }
  }
  return true;
}

// Job ended → its output passed on → diagnosis and delivery by the worker → the supervisor may go.
void Copier::follow_end(std::int64_t now_ns) noexcept
{
  if (ended_ && !drained_ && all_passed_on(now_ns)) {
    drained_ = true;
    drained_ns_ = now_ns;
    Work work;
    work.kind = Work::Kind::end;
    work.note = end_note_;
    push(work);
  }
  if (drained_ && !finished_) {
    finish_when_done(now_ns);
  }
  // A word that finds the socket full (a stopped supervisor) is said again.
  if (finished_ && !told_finished_) {
    told_finished_ = tell(Say::finished);
  }
}

void Copier::finish_when_done(std::int64_t now_ns) noexcept
{
  const bool hangs = worker_hangs(now_ns);
  if (alone_) {
    finish_in_new_process(end_note_.say == Say::ended ? end_note_.number : -1, message_fd_.get());
  }
  // Should the worker come back from its write, it ends the run all the same: we stay for it.
  finished_ = shared_.end_done || alone_ || hangs;
  if (finished_ && !hangs) {
    message_fd_.reset();
  }
  // The supervisor's patience with the worker begins here. Most runs are over before it is said.
  if (!finished_ && !told_drained_ && now_ns - drained_ns_ >= kLookAgainNs) {
    told_drained_ = tell(Say::drained);
  }
}

// Its reader waits for us to let go, and the job may only have closed it because it ended.
bool Copier::waits_for_end(const Source& source) const noexcept
{
  return source.carries_stderr && source.to.is_open() && source.to.has_reader() && !ended_;
}

// A reader of stdout or stderr must see the end when the job closes it, not when we end. A file or
// terminal on stderr is kept for the closing message.
void Copier::let_go(Source& source, std::int64_t now_ns) noexcept
{
  if (source.from || source.chunks.waiting() > 0 || !source.to.is_open()) {
    return;
  }
  if (source.carries_stderr && !ended_) {
    if (!source.to.has_reader() || now_ns - source.eof_ns < kEofGraceNs) {
      return;
    }
    // The worker may be writing to it this moment: the number stays, the pipe goes.
    const Fd null{::open("/dev/null", O_WRONLY | O_CLOEXEC)};
    ::dup2(null.get(), message_fd_.get());
  }
  source.to.close();
}

}  // namespace gpualert::supervision
