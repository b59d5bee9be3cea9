#include <gpualert/classifier.hpp>

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

// Schedulers look every half minute and may let a job overrun: there is no upper bound.
bool ended_at_limit(const RunRecord& record)
{
  return record.ending && record.ended && record.job && record.job->limit_ns &&
         was_ended(*record.ending) && record.ended->wall_ns + kClockSkewNs >= *record.job->limit_ns;
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
