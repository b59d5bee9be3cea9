#include "diagnose/outside.hpp"

#include "diagnose/aftermath.hpp"
#include "diagnose/attempt.hpp"
#include "diagnose/verdict_parts.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

namespace gpualert {

namespace {

constexpr double kCertain = 0.97;  // said by the kernel or the scheduler
constexpr double kInferred = 0.85;
constexpr double kLikely = 0.65;

// Slurm's words. `final`: no failure inside the job can have led to it.
struct StateCause {
  std::string_view state, cause;
  bool final = false;
};
constexpr std::array<StateCause, 7> kStates{{{"TIMEOUT", "time_limit", false},
                                             {"DEADLINE", "time_limit", false},
                                             {"OUT_OF_MEMORY", "oom_killer", false},
                                             {"NODE_FAIL", "node_fail", true},
                                             {"BOOT_FAIL", "node_fail", true},
                                             {"PREEMPTED", "preempted", true},
                                             {"CANCELLED", "cancelled", false}}};

const StateCause* row_of(std::string_view state)
{
  for (const StateCause& row : kStates) {
    if (row.state == state) {
      return &row;
    }
  }
  return nullptr;
}

// A failure that the output names, that nothing followed, and that is not the end from outside in
// other words.
bool has_root(const std::vector<Candidate>& candidates, std::string_view cause)
{
  return !candidates.empty() && candidates.front().tier <= Tier::root &&
         candidates.front().position == Position::terminal &&
         candidates.front().finding->cause != cause;
}

// Whether the job came to an end of its own after a warning that it need not have heeded.
bool failed_by_itself(const std::vector<Candidate>& candidates, const EndStatus& status)
{
  return is_crash(status) || status.exit_code == 126 || status.exit_code == 127 ||
         has_root(candidates, "time_limit") ||
         std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
           return candidate.position == Position::terminal && candidate.tier < Tier::wrapper &&
                  ends_program(*candidate.finding, status);
         });
}

// `why` and the lines that say the same.
Verdict verdict_with(std::string_view cause, double confidence, const std::string& why,
                     const std::vector<Candidate>& candidates)
{
  Verdict verdict = verdict_of(cause, "", confidence);
  Evidence outside;
  outside.text = why;
  add_evidence(verdict, outside);
  for (const Candidate& candidate : candidates) {
    if (candidate.finding->cause == cause) {
      if (verdict.rule.empty()) {
        name_rule(verdict, *candidate.finding);
      }
      add_evidence(verdict, candidate.finding->episode());
    }
  }
  return verdict;
}

std::string memory_kills(std::uint64_t kills)
{
  return "the kernel killed " + std::to_string(kills) + (kills == 1 ? " process" : " processes") +
         " of the job's memory cgroup for want of memory";
}

std::string warning_words(const ProcessEnd& end)
{
  return signal_name(end.warning) + " came " + describe_duration(end.warned_before_ns) +
         " before the time limit of its job, as a warning of the scheduler does (--signal of "
         "sbatch)";
}

}  // namespace

bool is_failed_state(const std::string& job_state)
{
  return job_state == "FAILED" || row_of(job_state) != nullptr;
}

std::optional<Verdict> verdict_from_outside(const std::vector<Candidate>& candidates,
                                            const ProcessEnd& end, const EndStatus& status)
{
  if (end.oom_kills > 0 && (status.signal == SIGKILL || !has_root(candidates, "oom_killer"))) {
    return verdict_with("oom_killer", kCertain, memory_kills(end.oom_kills), candidates);
  }
  const StateCause* row = row_of(end.job_state);
  if (row != nullptr && (row->final || !has_root(candidates, row->cause))) {
    return verdict_with(row->cause, kCertain,
                        "the scheduler gives " + end.job_state + " as the job's state", candidates);
  }
  if (row == nullptr && end.at_limit && !has_root(candidates, "time_limit")) {
    return verdict_with("time_limit", kInferred,
                        "the run was ended when the time limit of its job was over", candidates);
  }
  if (row == nullptr && end.warning != 0 && !failed_by_itself(candidates, status)) {
    return verdict_with("time_limit", kLikely, warning_words(end), candidates);
  }
  return std::nullopt;
}

}  // namespace gpualert
