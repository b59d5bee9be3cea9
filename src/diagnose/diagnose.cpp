#include "diagnose/aftermath.hpp"
#include "diagnose/attempt.hpp"
#include "diagnose/catalogue.hpp"
#include "diagnose/outside.hpp"
#include "diagnose/ranking.hpp"
#include "diagnose/status.hpp"
#include "diagnose/steps.hpp"
#include "diagnose/verdict_parts.hpp"

#include <gpualert/classifier.hpp>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <utility>

namespace gpualert {

namespace {

constexpr std::uint64_t kInterleaved = 5;  // lines of progress by which streams get out of order
constexpr std::uint64_t kAfterLoss = 20;   // lines of progress without a loss, after the last loss
constexpr int kShellSignals = 128;         // what a shell adds to the number of a signal
constexpr double kByName = 0.4;            // the name of an exception, without its message
constexpr double kConfirmed = 0.9;         // status and output say the same

Verdict verdict_of_output(const Candidate& winner, const std::vector<Candidate>& candidates,
                          const Findings& findings, const EndStatus& status)
{
  const Finding& finding = *winner.finding;
  Verdict verdict = verdict_of(finding.cause, exception_with(finding, findings),
                               confidence_of(winner, candidates, status));
  name_rule(verdict, finding);
  add_evidence(verdict, finding.episode());
  for (const Candidate& candidate : candidates) {
    if (candidate.finding->cause == finding.cause) {
      add_evidence(verdict, candidate.finding->episode());
    }
  }
  if (findings.last_traceback && findings.last_traceback->line > finding.episode().line) {
    add_evidence(verdict, *findings.last_traceback);
  }
  return verdict;
}

// By the way the job ended; lines that say the same are its evidence.
Verdict verdict_of_status(const std::vector<Candidate>& candidates, const Findings& findings,
                          const EndStatus& status)
{
  const StatusCause meaning = cause_of_status(status);
  // A traceback whose end is missing was one of something.
  const std::string_view exception = findings.last_exception.empty() && findings.cut_short
                                         ? "Error"
                                         : std::string_view(findings.last_exception);
  const std::string_view named = meaning.cause == "unknown" && !status.signal
                                     ? cause_of_exception(exception)
                                     : std::string_view("unknown");
  const bool by_name = named != "unknown";
  Verdict verdict = verdict_of(by_name ? named : meaning.cause, exception,
                               by_name ? kByName : meaning.confidence);
  for (const Candidate& candidate : candidates) {
    if (candidate.finding->cause == verdict.cause && candidate.position == Position::terminal) {
      verdict.rule = verdict.rule.empty() ? candidate.finding->rule : verdict.rule;
      verdict.confidence = std::max(verdict.confidence, kConfirmed);
      add_evidence(verdict, candidate.finding->episode());
    }
  }
  if (findings.last_traceback && meaning.cause == "unknown") {
    add_evidence(verdict, *findings.last_traceback);
  }
  return verdict;
}

// Losses that were still not numbers when the output ended: the job finished, and its result is
// worthless. A bar or a summary of the run may follow them.
std::optional<Verdict> finished_but(const Findings& findings)
{
  for (const Finding& finding : findings.items) {
    if (is_numeric(finding.cause) && finding.role == Role::root &&
        finding.last_line + kAfterLoss >= findings.last_progress_line &&
        finding.last_line >= findings.last_loss_line) {
      Verdict verdict = verdict_of(finding.cause, "", 0.8);
      name_rule(verdict, finding);
      verdict.but = finding.cause == "nan_loss" ? "finished, but the loss is not a number"
                                                : "finished, but the loss exploded";
      add_evidence(verdict, finding.episode());
      return verdict;
    }
  }
  return std::nullopt;
}

// Whether the best finding explains a death by this signal. A process that dies by a signal was
// not ended by an exception, nor by something that programs print and survive.
bool explains_signal(const Candidate& best, int signal)
{
  if (best.finding->cause == "command_not_found") {
    return true;  // a launcher's own status
  }
  if (best.position != Position::terminal) {
    return false;
  }
  switch (signal) {
    case SIGABRT:
      return best.tier < Tier::weak && best.finding->cause != "abort";
    case SIGTERM:
      // Launchers end like this when they ended the others because of it.
      return best.tier <= Tier::root || best.finding->uncaught ||
             best.finding->cause == "cancelled" || best.finding->cause == "stall" ||
             best.finding->cause == "abort";
    case SIGKILL:
      return best.tier <= Tier::root || best.finding->cause == "cancelled" ||
             best.finding->cause == "stall" || best.finding->cause == "oom_killer";
    default:
      return best.tier <= Tier::root || best.finding->cause == "cancelled" ||
             best.finding->cause == "stall";
  }
}

Verdict verdict_of_exec_error(const Error& error)
{
  Verdict verdict = verdict_of(cause_of_exec_error(error.code), "", 1.0);
  Evidence evidence;
  evidence.text = error.what;
  add_evidence(verdict, evidence);
  return verdict;
}

// Whether what a log without a status says is a failure: it stands at the end, unanswered.
bool is_failure(const std::vector<Candidate>& candidates, const Findings& findings)
{
  if (candidates.empty()) {
    return findings.cut_short;
  }
  const Candidate& best = candidates.front();
  const std::uint64_t last = best.finding->last_line;
  const bool ends_a_job = best.finding->uncaught || !is_often_harmless(best.finding->cause);
  const bool out_of_order = best.position == Position::near && best.tier < Tier::symptom &&
                            last + kInterleaved >= findings.last_progress_line;
  const bool unanswered = best.position == Position::terminal ||
                          (out_of_order && ends_a_job && !is_numeric(best.finding->cause));
  return unanswered && findings.completion_line <= last;
}

// A failure that came before the best one and ends a job with just this status: 127 and a command
// that was not found.
const Candidate* corroborated(const std::vector<Candidate>& candidates, const EndStatus& status)
{
  const StatusCause meaning = cause_of_status(status);
  for (const Candidate& candidate : candidates) {
    if (!status.signal && candidate.finding->cause == meaning.cause &&
        candidate.finding->role == Role::root && candidate.position == Position::terminal &&
        candidate.finding->episode().line < candidates.front().finding->episode().line) {
      return &candidate;
    }
  }
  return nullptr;
}

struct Choice {
  Verdict verdict;
  const Candidate* winner = nullptr;  // null: the status decided
};

Choice choose(const Findings& findings, const ProcessEnd& end, const EndStatus& status,
              const std::vector<Candidate>& candidates)
{
  if (end.exec_error) {
    return {verdict_of_exec_error(*end.exec_error)};
  }
  if (std::optional<Verdict> outside = verdict_from_outside(candidates, end, status)) {
    return {std::move(*outside)};
  }
  if (status.success) {
    std::optional<Verdict> numeric = finished_but(findings);
    return {numeric ? std::move(*numeric) : verdict_of("success", "", 0.99)};
  }
  // A log alone that ends well is a success. A run that nobody saw end is none: it was killed with
  // all of gpualert, unless it or its scheduler said that it was done.
  const bool may_be_success =
      !end.ending || findings.completion_line > 0 || end.job_state == "COMPLETED";
  if (!status.known && may_be_success && !is_failure(candidates, findings)) {
    std::optional<Verdict> numeric = finished_but(findings);
    return {numeric               ? std::move(*numeric)
            : findings.bytes == 0 ? verdict_of("unknown", "", 0.1)
                                  : verdict_of("success", "", 0.5)};
  }
  if (candidates.empty() || candidates.front().tier == Tier::teardown ||
      candidates.front().tier == Tier::past ||
      (status.signal && !explains_signal(candidates.front(), *status.signal))) {
    return {verdict_of_status(candidates, findings, status)};
  }
  const Candidate* better = corroborated(candidates, status);
  const Candidate& winner = better == nullptr ? candidates.front() : *better;
  return {verdict_of_output(winner, candidates, findings, status), &winner};
}

// srun and mpirun end with the status of the tasks that they ended themselves: what counts is that
// of the task which ended first.
EndStatus first_status(EndStatus status, const Findings& findings)
{
  if (status.exit_code != kShellSignals + SIGTERM) {
    return status;
  }
  for (const RankDeath& death : findings.deaths) {
    if (death.code && *death.code != 0 && *death.code != -SIGTERM &&
        *death.code != kShellSignals + SIGTERM) {
      status.signal = *death.code < 0 ? std::optional<int>(-*death.code) : std::nullopt;
      return status;
    }
  }
  return status;
}

}  // namespace

Verdict diagnose(const Findings& findings, const ProcessEnd& end)
{
  EndStatus status = first_status(end_status(end), findings);
  if (is_failed_state(end.job_state)) {
    status.known = true;
    status.success = false;
  }
  Findings of_attempt = findings;
  of_attempt.last_attempt_line =
      std::max(of_attempt.last_attempt_line, attempt_after_end(of_attempt, status, end.job_state));
  const std::vector<Candidate> candidates = rank(of_attempt, status);
  Choice choice = choose(of_attempt, end, status, candidates);
  Verdict& verdict = choice.verdict;
  verdict.exit_code = status.exit_code;
  if (!status.exit_code) {
    verdict.signal = status.signal;
  }
  if (!verdict.success()) {
    name_first_rank(verdict, choice.winner == nullptr ? nullptr : choice.winner->finding,
                    of_attempt);
    name_runner_up(verdict, candidates, choice.winner, of_attempt);
    list_collateral(verdict, candidates);
    aim_hint(verdict);
  }
  verdict.progress = findings.progress;
  verdict.lines = findings.lines;
  verdict.steps =
      decision_steps(verdict, of_attempt, end, end_status(end), candidates, choice.winner);
  return std::move(choice.verdict);
}

}  // namespace gpualert
