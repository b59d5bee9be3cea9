#include "diagnose/attempt.hpp"

#include "classify/traceback.hpp"
#include "diagnose/one_of.hpp"
#include "diagnose/ranking.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

namespace gpualert {

namespace {

// Lines without progress that a program may print while it is ended, tracebacks of its ranks; more
// where the exception says nothing.
constexpr std::uint64_t kThroes = 15;
constexpr std::uint64_t kLongThroes = 60;

// What programs print because they are ended, or because others are.
constexpr std::array<std::string_view, 6> kThroeCauses{
    "interrupted", "nccl_timeout", "nccl_error", "rendezvous", "abort", "dataloader_worker"};
// Of the names of the exceptions: Lightning's SIGTERMException, torchelastic's SignalException.
constexpr std::array<std::string_view, 11> kThroeNames{
    "SIG",        "Signal",          "Interrupt",        "Exit",
    "Terminat",   "Cancel",          "Preempt",          "Shutdown",
    "BrokenPipe", "ConnectionReset", "ConnectionAborted"};

// What no program prints because it is ended.
constexpr std::array<std::string_view, 6> kNeverThroes{"cuda_oom",       "missing_module",
                                                       "syntax_error",   "shape_mismatch",
                                                       "dtype_mismatch", "device_mismatch"};

bool is_throe(const Finding& finding)
{
  return finding.handled || wraps_another(finding.exception) ||
         one_of(kThroeCauses, finding.cause) ||
         (finding.role == Role::generic && finding.exception == "EOFError") ||
         std::any_of(kThroeNames.begin(), kThroeNames.end(), [&](std::string_view name) {
           return finding.exception.find(name) != std::string::npos;
         });
}

}  // namespace

bool ends_program(const Finding& finding, const EndStatus& status)
{
  if ((finding.role != Role::root && finding.role != Role::generic) || is_throe(finding)) {
    return false;
  }
  return finding.uncaught || (finding.role == Role::root && !is_often_harmless(finding.cause)) ||
         (!status.signal && cause_of_status(status).cause == finding.cause);
}

bool is_crash(const EndStatus& status)
{
  constexpr std::array<int, 5> kCrashes{SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS};
  return status.signal &&
         std::find(kCrashes.begin(), kCrashes.end(), *status.signal) != kCrashes.end();
}

namespace {

bool is_slurm(const Finding& finding)
{
  return finding.rule.starts_with("slurm_");
}

// Slurm gives FAILED to a job that ended by itself; a step of it may have had a limit of its own.
bool contradicts(const std::string& job_state, const Finding& end)
{
  return job_state == "FAILED" && is_slurm(end) &&
         (end.cause != "time_limit" || end.episode().text.find("*** JOB ") != std::string::npos);
}

// Whether the scheduler, the kernel or the hardware ended something later, for another reason.
bool is_another_end(const Finding& other, const Finding& end)
{
  if (other.role != Role::external || other.cause == end.cause) {
    return false;
  }
  return other.cause == "oom_killer" || other.cause == "gpu_hardware" ||
         (is_slurm(end) && is_slurm(other) && ends_attempt(other));
}

// Lines after the end from which on `other` is no part of it.
std::uint64_t throes_of(const Finding& other, const EndStatus& status)
{
  if (one_of(kNeverThroes, other.cause) ||
      (!status.signal && cause_of_status(status).cause == other.cause)) {
    return 0;
  }
  return other.cause == "unknown" ? kLongThroes : kThroes;
}

bool is_outlived(const Finding& end, const Findings& findings, const EndStatus& status)
{
  const bool went_on = findings.last_progress_line > end.last_line;
  if (went_on && is_crash(status)) {
    return true;
  }
  return std::any_of(findings.items.begin(), findings.items.end(), [&](const Finding& other) {
    const std::uint64_t line = other.episode().line;
    const bool after_progress = went_on && line > findings.last_progress_line;
    if (is_another_end(other, end)) {
      return after_progress || line > end.last_line + kThroes;
    }
    const bool is_later = after_progress || line > end.last_line + throes_of(other, status);
    return is_later && ends_program(other, status) &&
           other.last_line >= findings.last_progress_line;
  });
}

}  // namespace

bool ends_attempt(const Finding& finding)
{
  return finding.role == Role::external &&
         (finding.cause == "preempted" || finding.cause == "time_limit" ||
          finding.rule == "slurm_node_failure");
}

std::uint64_t attempt_after_end(const Findings& findings, const EndStatus& status,
                                const std::string& job_state)
{
  std::uint64_t begin = 0;
  for (const Finding& finding : findings.items) {
    if (ends_attempt(finding) && finding.last_line >= begin &&
        (contradicts(job_state, finding) || is_outlived(finding, findings, status))) {
      begin = finding.last_line + 1;
    }
  }
  return begin;
}

}  // namespace gpualert
