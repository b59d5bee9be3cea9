#include "supervise/copier.hpp"

#include "supervise/clock.hpp"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

namespace gpualert::supervision {

namespace {

constexpr std::int64_t kMs = 1'000'000;
// A job that prints many small pieces is read once a millisecond: ten times cheaper, and nobody
// sees the difference. The first piece after a pause is read at once.
constexpr std::int64_t kPaceNs = 1 * kMs;
// Shown only once logged, so that whatever was seen is in the log. But a disk that takes longer
// must not hold the output back.
constexpr std::int64_t kLogPatienceNs = 250 * kMs;
// A write that takes longer hangs: the log loses what comes, not the job.
constexpr std::int64_t kHungNs = 1000 * kMs;
constexpr int kReadsInARow = 8;
// More than the 64 KiB of a bare pipe, so that we may wake up once a millisecond instead of once a
// write without stopping a job that prints 100 MB/s. Refused beyond pipe-max-size: then as it is.
constexpr int kPipeSize = 1 << 20;

}  // namespace

Copier::Copier(Shared& shared, NoteSocket& supervisor, const Inherited& inherited) noexcept
    : shared_(shared),
      supervisor_(supervisor),
      signals_(::signalfd(-1, &inherited.blocked, SFD_CLOEXEC | SFD_NONBLOCK)),
      worker_word_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
  shared_.wake_copier = worker_word_.get();
  if (!inherited.closed[2]) {
    message_fd_.reset(::fcntl(2, F_DUPFD_CLOEXEC, 3));
  }
}

bool Copier::take_streams(JobStreams& streams) noexcept
{
  for (std::size_t i = 0; i < streams.count; ++i) {
    JobStream& stream = streams.list.at(i);
    Source& source = sources_.at(i);
    source.stream = stream.stream;
    source.pty = stream.pty;
    source.carries_stderr = stream.stream != Stream::out;
    source.from = std::move(stream.ours);
    ::fcntl(source.from.get(), F_SETPIPE_SZ, kPipeSize);
    source.to.open(stream.original);
    source.discard = !source.to.is_open();
    if (!source.chunks.allocate()) {
      return false;
    }
  }
  count_ = streams.count;
  return signals_ && worker_word_;
}

void Copier::run() noexcept
{
  while (!over()) {
    const std::int64_t now_ns = monotonic_ns();
    if (shared_.worker_gone && !alone_) {
      go_alone();
    }
    // stderr first: in the log, an error should stand before what is printed because of it.
    for (std::size_t i = count_; i-- > 0;) {
      Source& source = sources_.at(i);
      free_chunks(source, now_ns);
      read_from(source, now_ns);
      pass_on(source, now_ns);
      let_go(source, now_ns);
    }
    follow_end(now_ns);
    if (!over()) {
      wait(now_ns);
      hear_signals();
      hear_supervisor();
    }
  }
}

void Copier::read_from(Source& source, std::int64_t now_ns) noexcept
{
  if (!source.from || (now_ns < source.next_read_ns && !ended_)) {
    return;
  }
  source.idle = false;
  for (int i = 0; i < kReadsInARow && read_chunk(source, now_ns); ++i) {
  }
}

// True when there may be more to read at once.
bool Copier::read_chunk(Source& source, std::int64_t now_ns) noexcept
{
  Chunk* chunk = source.chunks.take();
  source.full = chunk == nullptr;
  if (source.full) {
    return false;
  }
  const Step step(*this);
  ssize_t n = -1;
  do {
    n = ::read(source.from.get(), chunk->data, kChunkSize);
  } while (n < 0 && errno == EINTR);
  if (n < 0 && errno == EAGAIN) {
    source.idle = true;
    return false;
  }
  if (n <= 0) {  // end of file, or EIO: the last slave of a pty was closed
    source.from.reset();
    source.eof_ns = now_ns;
    return false;
  }
  chunk->size = static_cast<std::uint32_t>(n);
  chunk->stream = source.stream;
  chunk->read_at = now();
  queue(source, chunk);
  if (chunk->size == kChunkSize) {
    return true;
  }
  source.next_read_ns = now_ns - source.last_read_ns < kPaceNs * 2 ? now_ns + kPaceNs : 0;
  source.last_read_ns = now_ns;
  return ended_;
}

void Copier::queue(Source& source, Chunk* chunk) noexcept
{
  chunk->set(Phase::queued);
  source.chunks.push(chunk);
  if (alone_) {
    (void)!::write(shared_.log_fd, chunk->data, chunk->size);  // all that can be done
    chunk->set(Phase::done);
    return;
  }
  Work work;
  work.kind = Work::Kind::chunk;
  work.chunk = chunk;
  work.generation = chunk->generation;
  work.size = chunk->size;
  if (!shared_.queue.push(work)) {
    chunk->set(Phase::dropped);
    shared_.not_queued += chunk->size;
  }
}

void Copier::pass_on(Source& source, std::int64_t now_ns) noexcept
{
  source.blocked = false;
  while (Chunk* chunk = source.chunks.front()) {
    const Phase phase = chunk->phase();
    const bool logged = phase != Phase::queued && phase != Phase::taken;
    const bool may_still = now_ns - chunk->read_at.monotonic_ns < kLogPatienceNs;
    if (!logged && may_still && !worker_hangs(now_ns)) {
      return;
    }
    if (!source.discard && !pass_chunk(source, *chunk)) {
      return;
    }
    source.chunks.pop();
  }
}

// False when the reader is slow.
bool Copier::pass_chunk(Source& source, Chunk& chunk) noexcept
{
  while (chunk.passed < chunk.size) {
    const Step step(*this);
    const auto [outcome, count] = source.to.write(chunk.bytes().substr(chunk.passed));
    switch (outcome) {
      case Downstream::Outcome::written:
        chunk.passed += static_cast<std::uint32_t>(count);
        if (source.carries_stderr && count > 0) {
          shared_.mid_line = chunk.data[chunk.passed - 1] != '\n';
        }
        break;
      case Downstream::Outcome::blocked:
        source.blocked = true;
        return false;
      case Downstream::Outcome::reader_left:
        reader_left(source);
        return true;
      case Downstream::Outcome::lost:
        shared_.not_passed += chunk.size - chunk.passed;
        return true;
    }
  }
  return true;
}

// The job shall see what it would have seen without us: a broken pipe. What it had written by then
// still goes to the log.
void Copier::reader_left(Source& source) noexcept
{
  source.discard = true;
  source.to.close();
  shared_.reader_left = true;
  while (source.from && read_chunk(source, monotonic_ns())) {
  }
  source.from.reset();
}

bool Copier::puts_off_fault() noexcept
{
  fault_pending_ = in_step_;
  return in_step_ != 0;
}

Copier::Step::~Step()
{
  copier_.in_step_ = 0;
  if (copier_.fault_pending_ != 0) {
    ::raise(SIGSEGV);
  }
}

bool Copier::worker_hangs(std::int64_t now_ns) const noexcept
{
  const std::int64_t since = shared_.writing_since_ns;
  return since != 0 && now_ns - since > kHungNs;
}

// The worker hangs in a write: the job must not wait for it.
void Copier::free_chunks(Source& source, std::int64_t now_ns) noexcept
{
  source.chunks.reclaim();
  if (!source.full || !worker_hangs(now_ns)) {
    return;
  }
  while (source.chunks.drop_one()) {
  }
  source.chunks.reclaim();
}

void Copier::go_alone() noexcept
{
  alone_ = true;
  Work work;
  while (shared_.queue.pop(work)) {
    if (work.kind == Work::Kind::chunk &&
        work.chunk->move(work.generation, Phase::queued, Phase::taken)) {
      (void)!::write(shared_.log_fd, work.chunk->data, work.size);
      work.chunk->set(Phase::done);
    }
  }
  // The one that the worker had when it fell is logged, or as good as can be.
  for (Source& source : sources_) {
    source.chunks.finish_taken();
  }
}

void Copier::push(const Work& work) noexcept
{
  if (!alone_) {
    shared_.queue.push(work);
  }
}

bool Copier::tell(Say say) noexcept
{
  Note note{};
  note.say = say;
  return supervisor_gone_ || supervisor_.send(note);
}

bool Copier::over() const noexcept
{
  for (std::size_t i = 0; i < count_; ++i) {
    const Source& source = sources_.at(i);
    if (source.from || source.chunks.waiting() > 0) {
      return false;
    }
  }
  return told_finished_;
}

}  // namespace gpualert::supervision
