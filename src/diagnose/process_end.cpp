#include <gpualert/classifier.hpp>

#include <algorithm>
#include <csignal>
#include <vector>

namespace gpualert {

namespace {

// Clocks of a cluster's nodes differ by this much.
constexpr std::int64_t kClockSkewNs = 5'000'000'000;
constexpr int kShellSignals = 128;

// Ended by what a scheduler sends, or in a way that nobody saw.
bool was_ended(const Ending& ending)
{
  if (const auto* exited = std::get_if<Exited>(&ending)) {
    return exited->code == kShellSignals + SIGTERM || exited->code == kShellSignals + SIGKILL;
  }
  const auto* signalled = std::get_if<Signalled>(&ending);
  return signalled == nullptr || signalled->signal == SIGTERM || signalled->signal == SIGKILL ||
         signalled->signal == SIGXCPU;
}

// What the scheduler sent when the time was over, or what we sent for --signal-before.
bool was_told(const RunRecord& record, std::int64_t limit_ns)
{
  return std::any_of(record.signals.begin(), record.signals.end(), [&](const SignalSeen& seen) {
    const bool ours = record.supervisor_pid != 0 && seen.sender_pid == record.supervisor_pid;
    const bool stop = seen.signal == SIGTERM || seen.signal == SIGXCPU;
    return !seen.from_terminal && stop && (ours || seen.when.wall_ns + kClockSkewNs >= limit_ns);
  });
}

// Schedulers look every half minute and may let a job overrun: there is no upper bound. A job may
// answer their signal with a status of its own.
bool ended_at_limit(const RunRecord& record)
{
  if (!record.ending || !record.ended || !record.job || !record.job->limit_ns) {
    return false;
  }
  const std::int64_t limit_ns = *record.job->limit_ns;
  return (was_ended(*record.ending) && record.ended->wall_ns + kClockSkewNs >= limit_ns) ||
         (shell_status(*record.ending) != 0 && was_told(record, limit_ns));
}

// The signals that people let a scheduler send before the end (--signal of sbatch).
bool is_warning(const SignalSeen& seen)
{
  return seen.signal == SIGTERM || seen.signal == SIGUSR1 || seen.signal == SIGUSR2 ||
         seen.signal == SIGXCPU || seen.signal == SIGINT;
}

// How much before the end of an allocation a signal is taken for the scheduler's warning: somebody
// who cancels a job does so at any time of it, and seldom in its last tenth (or quarter of an hour,
// or the two or three minutes that are usual in a short one). Slurm sends up to a minute early.
std::int64_t longest_lead_ns(std::int64_t allocation_ns)
{
  constexpr std::int64_t kMinute = 60'000'000'000;
  const std::int64_t usual = std::min(3 * kMinute, allocation_ns / 4);
  return std::min(15 * kMinute, std::max(allocation_ns / 10, usual));
}

// What told it to end: the signals that reached us, and what a job died of that none of us saw.
std::vector<SignalSeen> signals_of(const RunRecord& record)
{
  std::vector<SignalSeen> signals = record.signals;
  const int signal = shell_status(*record.ending) - kShellSignals;
  if (record.supervisor_pid == 0 && signal > 0) {
    signals.push_back({signal, *record.ended});
  }
  return signals;
}

// Told to end shortly before its limit, it saved what it had and ended, and not well.
void find_warning(const RunRecord& record, ProcessEnd& end)
{
  constexpr std::int64_t kSaving = 300'000'000'000;
  if (!record.ending || !record.ended || !record.job || !record.job->limit_ns ||
      shell_status(*record.ending) == 0) {
    return;
  }
  const std::int64_t limit_ns = *record.job->limit_ns;
  for (const SignalSeen& seen : signals_of(record)) {
    const std::int64_t before_ns = limit_ns - seen.when.wall_ns;
    if (!seen.from_terminal && is_warning(seen) && before_ns > 0 &&
        before_ns <= longest_lead_ns(limit_ns - record.started.wall_ns) &&
        record.ended->wall_ns - seen.when.wall_ns <= kSaving) {
      end.warning = seen.signal;
      end.warned_before_ns = before_ns;
      return;
    }
  }
}

}  // namespace

ProcessEnd process_end(const RunRecord& record)
{
  ProcessEnd end;
  end.ending = record.ending;
  end.exec_error = record.exec_error;
  end.oom_kills = record.memory ? record.memory->oom_kills : 0;
  end.job_state = record.job ? record.job->state : std::string{};
  end.at_limit = ended_at_limit(record);
  if (!end.at_limit) {
    find_warning(record, end);
  }
  return end;
}

}  // namespace gpualert
