#include "supervise/worker.hpp"

#include "supervise/clock.hpp"
#include "supervise/forward.hpp"
#include "supervise/memory_events.hpp"
#include "supervise/message.hpp"
#include "supervise/wait_status.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace gpualert::supervision {

namespace {

constexpr std::int64_t kTickNs = 500'000'000;
// The job's pid is worth a new record only when the job lives for a while.
constexpr std::int64_t kSaveDelayNs = 400'000'000;
constexpr std::size_t kMaxSignals = 64;

Ending exec_failure_status(int error)
{
  return Exited{error == ENOENT ? 127 : 126};
}

}  // namespace

void Shared::tell_copier() noexcept
{
  if (copier_sleeps.exchange(false)) {
    const std::uint64_t one = 1;
    (void)!::write(wake_copier, &one, sizeof one);
  }
}

void Worker::run()
{
  Work work;
  for (;;) {
    if (shared_.park) {
      shared_.parked = true;
      shared_.tell_copier();
      for (;;) {
        ::pause();
      }
    }
    if (shared_.queue.pop(work)) {
      if (!step(work)) {
        return;
      }
      continue;
    }
    tick();
    shared_.queue.wait(patience_ns());
  }
}

// How long nothing may happen before tick() has something to do; -1 for ever.
std::int64_t Worker::patience_ns() noexcept
{
  const bool pending = files_.index().pending() || save_due_ns_ != 0;
  std::int64_t patience = pending ? kTickNs : INT64_MAX;
  if (!ended_ && attend_due_ns_ != INT64_MAX) {
    patience = std::min(patience, std::max<std::int64_t>(attend_due_ns_ - monotonic_ns(), 0));
  }
  return patience == INT64_MAX ? -1 : patience;
}

// The observer's turn, if it is due.
void Worker::attend(std::int64_t now_ns)
{
  if (ended_ || now_ns < attend_due_ns_) {
    return;
  }
  shared_.writing_since_ns = now_ns;
  const During during = observer_.during(files_.record());
  shared_.writing_since_ns = 0;
  attend_due_ns_ = during.next_ns;
  if (during.signal != 0) {
    Note note{};
    note.say = Say::deliver;
    note.number = during.signal;
    supervisor_.send(note);
  }
  if (during.changed) {
    save(false);
  }
}

// What may wait until nothing else is to be done.
void Worker::tick()
{
  const std::int64_t now_ns = monotonic_ns();
  files_.index().flush(now_ns);
  if (save_due_ns_ != 0 && now_ns >= save_due_ns_) {
    save(false);
  }
  attend(now_ns);
}

// A disk that does not answer here costs the log what comes meanwhile, and never the job.
void Worker::save(bool synced)
{
  save_due_ns_ = 0;
  shared_.writing_since_ns = monotonic_ns();
  files_.mark_open(options_.settings);
  files_.save(synced);
  shared_.writing_since_ns = 0;
}

void Worker::set_up()
{
  shared_.writing_since_ns = monotonic_ns();
  files_.set_up(argv_, options_, supervisor_pid_);
  shared_.writing_since_ns = 0;
  shared_.log_fd = files_.log().fd();
  supervisor_.send_ready(files_.ready_text());
  warn_of_fallbacks();
  memory_before_ = read_memory_events(Detail::kills);
}

void Worker::warn_of_fallbacks()
{
  if (options_.quiet) {
    return;
  }
  for (const std::string& note : files_.record().log.notes) {
    say(note);
  }
}

bool Worker::step(const Work& work)
{
  switch (work.kind) {
    case Work::Kind::chunk:
      log_chunk(work);
      break;
    case Work::Kind::note:
      take_note(work.note);
      break;
    case Work::Kind::end:
      end(work.note);
      break;
    case Work::Kind::quit:
      quit();
      return false;
  }
  return true;
}

void Worker::log_chunk(const Work& work)
{
  Chunk& chunk = *work.chunk;
  if (!chunk.move(work.generation, Phase::queued, Phase::taken)) {
    files_.log().lose(work.size, "the log did not answer for more than a second");
    return;
  }
  const std::int64_t start = monotonic_ns();
  const std::uint64_t before = files_.log().state().bytes;
  shared_.writing_since_ns = start;
  files_.log().write(chunk.bytes(), start);
  shared_.writing_since_ns = 0;
  chunk.set(Phase::logged);
  shared_.tell_copier();
  if (const std::uint64_t written = files_.log().state().bytes - before; written > 0) {
    files_.index().note(files_.log().offset() - written, chunk.stream, chunk.read_at);
  }
  if (!ended_) {
    observer_.bytes(chunk.stream, chunk.bytes());
  }
  chunk.set(Phase::done);
  shared_.tell_copier();
  tick();
}

void Worker::take_note(const Note& note)
{
  RunRecord& record = files_.record();
  switch (note.say) {
    case Say::started:
      record.command_pid = note.number;
      save_due_ns_ = monotonic_ns() + kSaveDelayNs;
      attend_due_ns_ = 0;
      break;
    case Say::exec_failed:
      record.exec_error = Error{std::generic_category().message(note.number), note.number};
      break;
    case Say::in_place:
      record.notes.emplace_back("fork was refused: the command ran without supervision");
      record.ending = EndUnknown{"not supervised: fork was refused"};
      break;
    case Say::crashed:
      record.notes.emplace_back("gpualert's supervisor crashed (a bug of ours); the run went on");
      break;
    case Say::signal:
      if (record.signals.size() < kMaxSignals) {
        record.signals.push_back(
            {note.number, note.when, (note.extra & 1) != 0, (note.extra & 2) != 0, note.pid});
      }
      save_due_ns_ = monotonic_ns() + kSaveDelayNs;
      if (asks_to_leave(note.number)) {
        save(true);  // whoever sent it may send SIGKILL next
      }
      attend_due_ns_ = 0;
      break;
    default:
      break;
  }
}

// Everything that is known of the end goes into the record, and the record to disk, before anything
// else is tried.
void Worker::complete(const Note& note)
{
  save_due_ns_ = 0;
  RunRecord& record = files_.record();
  files_.index().flush(monotonic_ns(), true);
  if (const Status synced = files_.log().sync(); !synced) {
    record.log.notes.push_back(synced.error().what);
  }
  if (note.say == Say::ended) {
    record.ended = note.when;
    record.usage = note.usage;
    record.ending = record.exec_error ? exec_failure_status(record.exec_error->code)
                                      : decode_wait_status(note.number);
  } else {
    record.ended = now();
    if (!record.ending) {
      record.ending = EndUnknown{"supervisor killed"};
    }
  }
  const bool well = shell_status(*record.ending) == 0;
  const auto memory = read_memory_events(well ? Detail::kills : Detail::limits);
  record.memory = memory_since(memory_before_, memory);
  record.reader_left = shared_.reader_left;
  if (const std::uint64_t bytes = shared_.not_queued; bytes > 0) {
    files_.log().lose(bytes, "the log did not answer");
  }
  if (const std::uint64_t bytes = shared_.not_passed; bytes > 0) {
    record.notes.push_back(fmt::format(
        "{} bytes could not be written to stdout or stderr; they are in the log", bytes));
  }
  files_.save(true);
}

void Worker::end(const Note& note)
{
  if (attend_due_ns_ == 0) {
    attend(monotonic_ns());  // it ended at once: what the observer knows from the start counts
  }
  complete(note);
  ended_ = true;
  bytes_at_end_ = files_.log().state().bytes;
  if (note.say != Say::in_place) {
    const Closing closing = observer_.end(files_.record());
    // After kill -9 of the supervisor the shell's prompt is back: nothing is said on its line.
    for (const std::string& line : closing.lines) {
      if (note.say == Say::ended) {
        say(line);
      }
    }
  }
  if (files_.unmark_open()) {
    observer_.others_open(files_.record());
  }
  shared_.end_done = true;
  shared_.tell_copier();
}

// The last process that held the job's output has let go of it.
void Worker::quit()
{
  if (const std::uint64_t later = files_.log().state().bytes - bytes_at_end_; later > 0) {
    files_.record().notes.push_back(
        fmt::format("processes that outlived the command wrote {} bytes more", later));
    files_.index().flush(monotonic_ns(), true);
    (void)files_.log().sync();  // said in the record already if it failed at the end
    files_.save(true);
  }
  shared_.quit_done = true;
  shared_.tell_copier();
}

void Worker::say(const std::string& line)
{
  write_message(message_fd_, line, shared_.mid_line.exchange(false));
}

}  // namespace gpualert::supervision
