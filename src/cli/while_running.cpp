#include "cli/while_running.hpp"

#include "cli/deliverer.hpp"
#include "cli/interim.hpp"
#include "cli/mailer.hpp"
#include "cli/notify_policy.hpp"
#include "cli/provisional.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kMs = 1'000'000;
// Most jobs end at once; KillWait, after which SIGKILL comes, may be as short as 5 s, and what is
// around us may die sooner.
constexpr std::int64_t kAfterSignalNs = 700 * kMs;
// Long enough for the job to end and the final report to take its place.
constexpr std::int64_t kHoldNs = 60'000 * kMs;
constexpr std::int64_t kWriteAgainNs = kHoldNs / 2;

// Someone outside wants the job to stop: not we, and nobody at a terminal.
bool is_stop(const RunRecord& record, const SignalSeen& seen)
{
  return seen.signal == SIGTERM && !seen.from_terminal && seen.sender_pid != record.supervisor_pid;
}

}  // namespace

void WhileRunning::note_signals(const RunRecord& record)
{
  for (; signals_seen_ < record.signals.size(); ++signals_seen_) {
    const SignalSeen& seen = record.signals[signals_seen_];
    const bool wanted = !stop_ && is_stop(record, seen) && !record.scheduler.kind.empty() &&
                        !record.path.empty() && speaks(record) && !config_.dry_run &&
                        config_.notify != Notify::never;
    if (wanted) {
      stop_ = seen;
      provisional_ns_ = seen.when.monotonic_ns + kAfterSignalNs;
    }
  }
}

void WhileRunning::warn(RunRecord& record, const Scanner* scanner, const Moment& now,
                        std::vector<std::string>& problems)
{
  const Findings findings = scanner == nullptr ? Findings{} : scanner->so_far();
  const Interim notice = limit_notice(record, findings.progress, config_, now);
  record.notes.push_back("the time limit was near: " + notice.news);
  if (config_.notify == Notify::never || config_.dry_run) {
    return;
  }
  Verdict verdict;
  verdict.progress = findings.progress;
  verdict.lines = findings.lines;
  const Queued queued =
      enqueue_all(compose_interim(record, verdict, config_, notice), record, state_dirs_);
  problems.insert(problems.end(), queued.problems.begin(), queued.problems.end());
  if (queued.state_dir.empty()) {
    return;
  }
  const Result<std::string> program = find_deliverer();
  const Result<pid_t> started = program
                                    ? start_deliverer(*program, {queued.state_dir, config_file_})
                                    : Result<pid_t>{program.error()};
  if (started) {
    deliverer_ = started.value();  // nobody waits for it; it is looked after below
  } else {
    problems.push_back("the report stays in the outbox: " + started.error().what);
  }
}

void WhileRunning::write_provisional(const RunRecord& record, const Scanner* scanner,
                                     const Moment& now, std::vector<std::string>& problems)
{
  RunRecord presumed = record;
  presumed.ended = now;
  presumed.ending = Signalled{stop_->signal, false};
  const Verdict verdict =
      diagnose(scanner == nullptr ? Findings{} : scanner->so_far(), process_end(presumed));
  if (!should_notify(presumed, verdict, config_)) {
    return;
  }
  const Interim notice = provisional_notice(presumed, *stop_, now);
  hold_back(compose_interim(presumed, verdict, config_, notice), record, state_dirs_,
            now.wall_ns + kHoldNs, problems);
}

During WhileRunning::look(RunRecord& record, const Scanner* scanner,
                          std::vector<std::string>& problems)
{
  const Moment at = now();
  note_signals(record);
  During during;
  if (at.monotonic_ns >= provisional_ns_) {
    provisional_ns_ = at.monotonic_ns + kWriteAgainNs;
    write_provisional(record, scanner, at, problems);
  }
  const Allocation::Due due = allocation_.look(record, at);
  if (due.warn) {
    warn(record, scanner, at, problems);
  }
  if (deliverer_ > 0 && ::waitpid(deliverer_, nullptr, WNOHANG) != 0) {
    deliverer_ = -1;
  }
  during.signal = due.signal;
  during.changed = due.changed || due.warn;
  during.next_ns = std::min({due.next_ns, provisional_ns_, memory_.look(record, at.monotonic_ns)});
  return during;
}

}  // namespace gpualert::cli
