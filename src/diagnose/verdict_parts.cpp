#include "diagnose/verdict_parts.hpp"

#include "classify/traceback.hpp"
#include "diagnose/catalogue.hpp"

#include <gpualert/catalogue.hpp>

#include <algorithm>

namespace gpualert {

namespace {

constexpr std::size_t kMaxEvidence = 6;

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
    case Tier::aborted:
      return 0.45;
    case Tier::killed:
      return 0.5;
    case Tier::teardown:
    case Tier::wrapper:
    case Tier::past:
      return 0.2;
    default:
      return 0.4;
  }
}

}  // namespace

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

double confidence_of(const Candidate& best, const std::vector<Candidate>& candidates,
                     const EndStatus& status)
{
  double confidence = base_confidence(best);
  if (best.position != Position::terminal) {
    confidence -= 0.2;
  }
  if (!status.known) {
    confidence -= 0.1;
  }
  const bool rival =
      std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
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

}  // namespace gpualert
