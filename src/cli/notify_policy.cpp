#include "cli/notify_policy.hpp"

#include <algorithm>
#include <csignal>

namespace gpualert::cli {

namespace {

constexpr int kShellSignalBase = 128;  // what a shell adds to the number of a death signal
constexpr int kSlurmRequeue = 99;      // asks Slurm for another try: not an end, no news

bool ended_by(const RunRecord& record, int signal)
{
  return record.ending && shell_status(*record.ending) == kShellSignalBase + signal;
}

bool interrupt_was_typed(const RunRecord& record, const Verdict& verdict)
{
  const bool seen = std::ranges::any_of(
      record.signals, [](const SignalSeen& s) { return s.signal == SIGINT && s.from_terminal; });
  // Python prints KeyboardInterrupt and may leave with status 1; the verdict knows.
  return seen && (ended_by(record, SIGINT) || verdict.cause == "interrupted");
}

bool asks_for_requeue(const RunRecord& record)
{
  const auto* exited = record.ending ? std::get_if<Exited>(&*record.ending) : nullptr;
  return exited != nullptr && exited->code == kSlurmRequeue && record.scheduler.kind == "slurm";
}

bool failure_is_news(const RunRecord& record, const Verdict& verdict)
{
  return !interrupt_was_typed(record, verdict) &&
         !(record.reader_left && ended_by(record, SIGPIPE)) && !asks_for_requeue(record);
}

bool is_too_short(const RunRecord& record, const Verdict& verdict, const Config& config)
{
  return std::chrono::nanoseconds{duration_ns(record)} < config.min_duration &&
         (verdict.success() || record.scheduler.kind.empty());
}

}  // namespace

bool should_notify(const RunRecord& record, const Verdict& verdict, const Config& config)
{
  // The outer `gpualert run` reports on the whole.
  if (!record.parent.empty() || config.notify == Notify::never) {
    return false;
  }
  if (is_too_short(record, verdict, config)) {
    return false;
  }
  if (config.notify == Notify::always) {
    return true;
  }
  if (!verdict.success()) {
    return failure_is_news(record, verdict);
  }
  return config.notify == Notify::change ||
         (config.notify == Notify::automatic &&
          std::chrono::nanoseconds{duration_ns(record)} >= config.success_after);
}

std::chrono::milliseconds notify_wait(const RunRecord& record, const Config& config)
{
  if (config.notify_wait.count() >= 0) {
    return config.notify_wait;
  }
  return std::chrono::seconds{record.scheduler.kind.empty() ? 0 : 10};
}

}  // namespace gpualert::cli
