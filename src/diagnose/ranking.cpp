#include "diagnose/ranking.hpp"

#include "classify/traceback.hpp"
#include "diagnose/attempt.hpp"
#include "diagnose/one_of.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>
#include <tuple>

namespace gpualert {

namespace {

// Progress of one rank or stream may be printed this many lines after the failure of another.
constexpr std::uint64_t kOverlap = 200;
// Lines after which a program that printed an exception was going on, not leaving.
constexpr std::uint64_t kWentOn = 15;

bool is_wrapper(const Finding& finding)
{
  return finding.role == Role::generic && wraps_another(finding.exception);
}

// What the survivors of a failure print.
constexpr std::array<std::string_view, 5> kCascades{"nccl_timeout", "nccl_error", "rendezvous",
                                                    "dataloader_worker", "abort"};

// Those of them that a process prints although it is not at fault.
constexpr std::array<std::string_view, 4> kSurvivors{"nccl_timeout", "nccl_error", "rendezvous",
                                                     "interrupted"};

// What programs often print and go on: decisive only when it ended a traceback.
constexpr std::array<std::string_view, 11> kOftenHarmless{
    "file_not_found", "permission", "missing_module",   "network",
    "auth",           "compile",    "shared_library",   "checkpoint",
    "data_corrupt",   "storage_io", "command_not_found"};

// Failures that explain why the kernel or the scheduler then killed the job.
constexpr std::array<std::string_view, 6> kDeviceFaults{"cuda_oom",           "cuda_illegal_access",
                                                        "cuda_device_assert", "cuda_launch_failure",
                                                        "cublas_cudnn",       "cuda_driver"};

// What the scheduler said stays true when the job goes on for a while: it had seconds to end.
Position position_of(const Finding& finding, const Findings& findings)
{
  if (finding.last_line < findings.last_attempt_line) {
    return Position::recovered;
  }
  if (finding.last_line >= findings.last_progress_line) {
    return Position::terminal;
  }
  if (finding.last_line + kOverlap < findings.last_progress_line) {
    return Position::recovered;
  }
  return finding.role == Role::external ? Position::terminal : Position::near;
}

// Exceptions by which programs steer: they try, and do something else when it fails.
constexpr std::array<std::string_view, 4> kControlFlow{"key_or_attr", "missing_module",
                                                       "file_not_found", "unknown"};

bool same_process(const Finding& a, const Finding& b)
{
  const auto& one = a.episode().rank;
  const auto& two = b.episode().rank;
  return !one || !two || *one == *two;
}

// Whether a finding ends the program that printed it.
bool is_last_word(const Finding& finding)
{
  if (is_wrapper(finding) || one_of(kSurvivors, finding.cause)) {
    return false;
  }
  return finding.uncaught || finding.cause == "abort" || finding.cause == "compile" ||
         (finding.role == Role::root && !one_of(kOftenHarmless, finding.cause));
}

// Whether `other` is what became of a failed connection: the exception that was raised while it was
// handled, the last of that chain, and says no more ("MlflowException: API request failed").
bool rewords(const Finding& other, const Finding& finding, const Findings& findings)
{
  const bool general = other.cause == "unknown" || other.cause == "runtime_error";
  if (finding.cause != "network" || !finding.handled || other.role != Role::generic || !general) {
    return false;
  }
  return std::none_of(findings.items.begin(), findings.items.end(), [&](const Finding& between) {
    return between.uncaught && !between.handled && between.last_line > finding.last_line &&
           between.last_line < other.last_line;
  });
}

// Whether somebody caught and printed this exception, and the program died of something later.
bool survived(const Finding& finding, const Findings& findings)
{
  return finding.caught &&
         std::any_of(findings.items.begin(), findings.items.end(), [&](const Finding& other) {
           const bool much_later = other.uncaught && other.last_line > finding.last_line + kWentOn;
           return (is_last_word(other) || much_later) && other.cause != finding.cause &&
                  !is_wrapper(other) && other.last_line > finding.last_line &&
                  same_process(finding, other) && !rewords(other, finding, findings);
         });
}

// Whether the last traceback says what ended the program; what NCCL's survivors print does not.
bool ended_by_traceback(const Findings& findings)
{
  return findings.last_traceback &&
         std::any_of(findings.items.begin(), findings.items.end(), [&](const Finding& finding) {
           return (finding.role == Role::generic || finding.role == Role::root) &&
                  finding.uncaught && !survived(finding, findings) &&
                  finding.cause != "nccl_error" && finding.cause != "nccl_timeout" &&
                  finding.cause != "interrupted" && !is_wrapper(finding) &&
                  finding.last_line == findings.last_traceback->line;
         });
}

constexpr std::uint64_t kLastLines = 20;

// "Killed" at the end of a log says as much as a status would.
bool are_last_words(const Finding& finding, const Findings& findings)
{
  return finding.cause == "oom_killer" && finding.last_line + kLastLines >= findings.lines &&
         position_of(finding, findings) == Position::terminal;
}

// Whether an unrecovered failure before `line` explains a verdict from outside.
bool explained(const Findings& findings, const Finding& verdict)
{
  return std::any_of(findings.items.begin(), findings.items.end(), [&](const Finding& finding) {
    if (finding.role != Role::root || finding.episode().line >= verdict.episode().line ||
        position_of(finding, findings) != Position::terminal || one_of(kCascades, finding.cause) ||
        finding.cause == "interrupted") {
      return false;
    }
    if (verdict.cause == "oom_killer") {
      return one_of(kDeviceFaults, finding.cause);
    }
    return finding.uncaught || !one_of(kOftenHarmless, finding.cause);
  });
}

// Slurm cancels the rest of a step when one of its tasks ended badly.
bool follows_a_death(const Finding& cancelled, const Findings& findings)
{
  return std::any_of(findings.deaths.begin(), findings.deaths.end(), [&](const RankDeath& death) {
    return death.line < cancelled.episode().line && death.code && *death.code != 0 &&
           *death.code != -SIGTERM && *death.code != 128 + SIGTERM;
  });
}

Tier tier_of_external(const Finding& finding, const Findings& findings)
{
  if (ends_attempt(finding) && finding.last_line < findings.last_attempt_line) {
    return Tier::past;
  }
  if (finding.cause == "cancelled") {
    return follows_a_death(finding, findings) ? Tier::teardown : Tier::consequence;
  }
  const bool yields = finding.cause != "gpu_hardware" && finding.cause != "node_fail" &&
                      explained(findings, finding);
  return yields ? Tier::consequence : Tier::verdict;
}

// Whether an exception that nobody caught had ended a program before: what the next program lacks
// then, a file or a connection, is what the first had to leave.
bool follows_an_exception(const Finding& finding, const Findings& findings)
{
  return std::any_of(findings.items.begin(), findings.items.end(), [&](const Finding& other) {
    return other.role == Role::generic && other.uncaught && !other.caught && !other.handled &&
           !is_wrapper(other) && other.last_line < finding.episode().line &&
           position_of(other, findings) == Position::terminal;
  });
}

Tier tier_of_root(const Finding& finding, const Findings& findings, bool ended)
{
  if (finding.cause == "interrupted") {
    // What was raised while Ctrl-C was handled is its doing.
    return finding.handled && finding.uncaught ? Tier::consequence : Tier::interruption;
  }
  const bool steered = finding.handled && one_of(kControlFlow, finding.cause);
  if (steered || one_of(kCascades, finding.cause)) {
    return Tier::consequence;
  }
  if (one_of(kOftenHarmless, finding.cause) && !finding.uncaught) {
    return ended ? Tier::aside : Tier::consequence;
  }
  if (finding.cause == "file_not_found" && follows_an_exception(finding, findings)) {
    return Tier::consequence;
  }
  return Tier::root;
}

Tier tier_of(const Finding& finding, const Findings& findings, bool ended)
{
  if (is_wrapper(finding)) {
    return Tier::wrapper;
  }
  if (survived(finding, findings)) {
    return Tier::aside;
  }
  switch (finding.role) {
    case Role::external:
      return tier_of_external(finding, findings);
    case Role::root:
      return tier_of_root(finding, findings, ended);
    case Role::confirmation:
      return Tier::consequence;
    case Role::generic:
      return finding.uncaught && !finding.handled ? Tier::consequence : Tier::generic;
    case Role::symptom:
      return finding.cause == "abort" ? Tier::aborted : Tier::symptom;
    default:
      return finding.cause == "oom_killer" ? Tier::killed : Tier::weak;
  }
}

// A failure that was followed by progress is a worse answer than most that were not, but a better
// one than what survivors print.
int weight(const Candidate& candidate)
{
  const int tier = static_cast<int>(candidate.tier);
  switch (candidate.position) {
    case Position::terminal:
      return tier;
    case Position::near:
      return tier + 15;
    default:
      return tier + 60;
  }
}

// A line of several readings counts where the status says the same, or it is the last word of a log
// whose status is not known. A warning of what programs often print needs the status.
bool counts(const Finding& finding, const Findings& findings, const EndStatus& status)
{
  if (!status.known) {
    return are_last_words(finding, findings);
  }
  return !finding.warning || !one_of(kOftenHarmless, finding.cause) ||
         cause_of_status(status).cause == finding.cause;
}

}  // namespace

bool is_often_harmless(std::string_view cause)
{
  return one_of(kOftenHarmless, cause);
}

std::vector<Candidate> rank(const Findings& findings, const EndStatus& status)
{
  std::vector<Candidate> candidates;
  const bool ended = ended_by_traceback(findings);
  for (const Finding& finding : findings.items) {
    if (finding.role == Role::weak && !counts(finding, findings, status)) {
      continue;
    }
    candidates.push_back(
        {&finding, tier_of(finding, findings, ended), position_of(finding, findings)});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return std::tuple(weight(a), a.finding->episode().line, a.finding->order) <
                            std::tuple(weight(b), b.finding->episode().line, b.finding->order);
                   });
  // What survivors print is the answer only when no root stands before it on any rank.
  if (!candidates.empty() && one_of(kCascades, candidates.front().finding->cause)) {
    const auto earlier =
        std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
          return candidate.tier == Tier::root && candidate.position == Position::near &&
                 candidate.finding->last_line < candidates.front().finding->episode().line;
        });
    if (earlier != candidates.end()) {
      std::rotate(candidates.begin(), earlier, earlier + 1);
    }
  }
  return candidates;
}

}  // namespace gpualert
