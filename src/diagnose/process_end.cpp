#include <gpualert/classifier.hpp>

#include <algorithm>
#include <csignal>

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

}  // namespace

ProcessEnd process_end(const RunRecord& record)
{
  ProcessEnd end;
  end.ending = record.ending;
  end.exec_error = record.exec_error;
  end.oom_kills = record.memory ? record.memory->oom_kills : 0;
  end.job_state = record.job ? record.job->state : std::string{};
  end.at_limit = ended_at_limit(record);
  return end;
}

}  // namespace gpualert
