#include "classify/traceback.hpp"
#include "diagnose/aftermath.hpp"
#include "diagnose/catalogue.hpp"
#include "diagnose/cause_class.hpp"
#include "diagnose/ranking.hpp"
#include "diagnose/status.hpp"
#include "diagnose/steps.hpp"

#include <gpualert/classifier.hpp>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxEvidence = 6;
constexpr std::uint64_t kInterleaved = 5;  // lines of progress by which streams get out of order
constexpr double kConfirmed = 0.9;         // status and output say the same

Verdict verdict_of(std::string_view cause, std::string_view exception, double confidence)
{
  const CauseEntry& entry = catalogue_entry(cause);
  Verdict verdict;
  verdict.cause = entry.id;
  verdict.klass = class_of(entry.id, exception);
  verdict.confidence = confidence;
  verdict.title = entry.title;
  verdict.family = entry.family;
  verdict.who = entry.who;
  verdict.retry = entry.retry;
  verdict.hint = entry.hint;
  return verdict;
}

bool is_numeric(std::string_view cause)
{
  return cause == "nan_loss" || cause == "loss_divergence";
}

// The exception that the job printed with this finding: on the line itself, or at the end of a
// traceback that came with it or later.
std::string_view exception_with(const Finding& finding, const Findings& findings)
{
  if (!finding.exception.empty() && !wraps_another(finding.exception)) {
    return finding.exception;
  }
  for (const Finding& other : findings.items) {
    const bool same = other.cause == finding.cause && !other.exception.empty() &&
                      !wraps_another(other.exception) && other.last_line >= finding.last_line;
    if (same) {
      return other.exception;
    }
  }
  const bool later =
      findings.last_traceback && findings.last_traceback->line >= finding.episode().line;
  return later && !wraps_another(findings.last_exception)
             ? std::string_view(findings.last_exception)
             : std::string_view{};
}

double base_confidence(const Candidate& candidate)
{
  switch (candidate.tier) {
    case Tier::verdict:
      return 0.95;
    case Tier::root:
      return 0.92;
    case Tier::consequence:
      return candidate.finding->uncaught ? 0.85 : 0.7;
    case Tier::aside:
    case Tier::interruption:
      return 0.7;
    case Tier::generic:
      return 0.55;
    case Tier::symptom:
      return 0.45;
    case Tier::wrapper:
      return 0.2;
    default:
      return 0.4;
  }
}

double confidence_of(const std::vector<Candidate>& candidates, const EndStatus& status)
{
  const Candidate& best = candidates.front();
  double confidence = base_confidence(best);
  if (best.position != Position::terminal) {
    confidence -= 0.2;
  }
  if (!status.known) {
    confidence -= 0.1;
  }
  const bool rival =
      std::any_of(candidates.begin() + 1, candidates.end(), [&](const Candidate& candidate) {
        return candidate.tier <= Tier::root && candidate.position == Position::terminal &&
               candidate.finding->cause != best.finding->cause;
      });
  return std::max(0.1, confidence - (rival ? 0.1 : 0.0));
}

void add_evidence(Verdict& verdict, const Evidence& evidence)
{
  const bool known =
      std::any_of(verdict.evidence.begin(), verdict.evidence.end(), [&](const Evidence& other) {
        return other.line == evidence.line && other.offset == evidence.offset;
      });
  if (!known && verdict.evidence.size() < kMaxEvidence) {
    verdict.evidence.push_back(evidence);
  }
}

Verdict verdict_of(const std::vector<Candidate>& candidates, const Findings& findings,
                   const EndStatus& status)
{
  const Finding& finding = *candidates.front().finding;
  Verdict verdict = verdict_of(finding.cause, exception_with(finding, findings),
                               confidence_of(candidates, status));
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
  Verdict verdict = verdict_of(meaning.cause, exception, meaning.confidence);
  for (const Candidate& candidate : candidates) {
    if (candidate.finding->cause == verdict.cause && candidate.position == Position::terminal) {
      verdict.rule = verdict.rule.empty() ? candidate.finding->rule : verdict.rule;
      verdict.confidence = std::max(verdict.confidence, kConfirmed);
      add_evidence(verdict, candidate.finding->episode());
    }
  }
  if (findings.last_traceback && verdict.cause == "unknown") {
    add_evidence(verdict, *findings.last_traceback);
  }
  return verdict;
}

// Losses that were still not numbers when the output ended: the job finished, and its result is
// worthless.
std::optional<Verdict> finished_but(const Findings& findings)
{
  for (const Finding& finding : findings.items) {
    if (is_numeric(finding.cause) && finding.role == Role::root &&
        finding.last_line >= findings.last_progress_line) {
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
  if (best.position != Position::terminal) {
    return false;
  }
  switch (signal) {
    case SIGABRT:
      return best.tier < Tier::weak && best.finding->cause != "abort";
    case SIGKILL:
      return best.tier <= Tier::root || best.finding->cause == "cancelled" ||
             best.finding->cause == "stall" || best.finding->cause == "oom_killer";
    default:
      return best.tier <= Tier::root || best.finding->cause == "cancelled" ||
             best.finding->cause == "stall";
  }
}

bool is_memory_kill(const std::vector<Candidate>& candidates, const ProcessEnd& end,
                    const EndStatus& status)
{
  if (end.oom_kills == 0) {
    return false;
  }
  const bool other_root = !candidates.empty() && candidates.front().tier <= Tier::root &&
                          candidates.front().position == Position::terminal;
  return !other_root || status.signal == SIGKILL;
}

Verdict verdict_of_memory_kill(const std::vector<Candidate>& candidates, const ProcessEnd& end)
{
  Verdict verdict = verdict_of("oom_killer", "", 0.97);
  Evidence counter;
  counter.text = "the kernel killed " + std::to_string(end.oom_kills) +
                 (end.oom_kills == 1 ? " process" : " processes") +
                 " of the job's memory cgroup for want of memory";
  add_evidence(verdict, counter);
  for (const Candidate& candidate : candidates) {
    if (candidate.finding->cause == "oom_killer") {
      if (verdict.rule.empty()) {
        name_rule(verdict, *candidate.finding);
      }
      add_evidence(verdict, candidate.finding->episode());
    }
  }
  return verdict;
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
  const bool unanswered = best.position == Position::terminal ||
                          (best.position == Position::near && !is_numeric(best.finding->cause) &&
                           last + kInterleaved >= findings.last_progress_line);
  return unanswered && findings.completion_line <= last;
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
  if (status.success) {
    std::optional<Verdict> numeric = finished_but(findings);
    return {numeric ? std::move(*numeric) : verdict_of("success", "", 0.99)};
  }
  if (is_memory_kill(candidates, end, status)) {
    return {verdict_of_memory_kill(candidates, end)};
  }
  if (!status.known && !is_failure(candidates, findings)) {
    std::optional<Verdict> numeric = finished_but(findings);
    return {numeric               ? std::move(*numeric)
            : findings.bytes == 0 ? verdict_of("unknown", "", 0.1)
                                  : verdict_of("success", "", 0.5)};
  }
  if (candidates.empty() ||
      (status.signal && !explains_signal(candidates.front(), *status.signal))) {
    return {verdict_of_status(candidates, findings, status)};
  }
  return {verdict_of(candidates, findings, status), &candidates.front()};
}

}  // namespace

Verdict diagnose(const Findings& findings, const ProcessEnd& end)
{
  const EndStatus status = end_status(end);
  const std::vector<Candidate> candidates = rank(findings, status);
  Choice choice = choose(findings, end, status, candidates);
  Verdict& verdict = choice.verdict;
  verdict.exit_code = status.exit_code;
  if (!status.exit_code) {
    verdict.signal = status.signal;
  }
  if (!verdict.success()) {
    name_first_rank(verdict, choice.winner == nullptr ? nullptr : choice.winner->finding, findings);
    name_runner_up(verdict, candidates, choice.winner, findings);
    list_collateral(verdict, candidates);
    aim_hint(verdict);
  }
  verdict.steps = decision_steps(verdict, findings, end, status, candidates, choice.winner);
  return std::move(choice.verdict);
}

}  // namespace gpualert
