#include "diagnose/steps.hpp"

#include "base/text.hpp"
#include "diagnose/status.hpp"

#include <algorithm>
#include <string_view>

namespace gpualert {

namespace {

constexpr std::size_t kMaxWeighed = 8;
constexpr std::size_t kLongestQuote = 120;

std::string number(std::uint64_t value)
{
  return std::to_string(value);
}

std::string what_was_read(const Findings& findings)
{
  std::string text =
      "read " + number(findings.lines) + " lines (" + number(findings.bytes) + " bytes); " +
      number(findings.items.size()) +
      (findings.items.size() == 1 ? " kind of line matches a rule" : " kinds of line match a rule");
  text += findings.last_progress_line > 0
              ? "; the last progress stands on line " + number(findings.last_progress_line)
              : "; no line of progress";
  if (findings.completion_line > 0) {
    text += "; line " + number(findings.completion_line) + " says that training is complete";
  }
  return text;
}

std::string how_it_ended(const ProcessEnd& end, const EndStatus& status)
{
  std::string text;
  if (end.exec_error) {
    return "the command could not be started";
  }
  if (!status.known) {
    text = "how the job ended is not known";
  } else if (status.success) {
    text = "the job ended with status 0";
  } else if (status.exit_code) {
    text = "the job ended with status " + std::to_string(*status.exit_code);
    text += status.signal ? ", a shell's way to say " + signal_name(*status.signal) : "";
  } else {
    text = "the job was killed by " + signal_name(*status.signal);
  }
  if (end.oom_kills > 0) {
    text += "; the kernel counted " + number(end.oom_kills) + " memory kills in its cgroup";
  }
  if (!end.job_state.empty()) {
    text += "; the scheduler gives " + end.job_state + " as the job's state";
  }
  if (end.at_limit) {
    text += "; its time limit was over";
  } else if (end.warning != 0) {
    text += "; " + signal_name(end.warning) + " came " + describe_duration(end.warned_before_ns) +
            " before its time limit";
  }
  return text;
}

std::string_view in_words(const Candidate& candidate)
{
  if (candidate.finding->role == Role::generic && candidate.tier == Tier::consequence) {
    return "an exception that ended the program";
  }
  switch (candidate.tier) {
    case Tier::verdict:
      return "a verdict of scheduler, kernel or hardware";
    case Tier::root:
      return "a failure that ends a job";
    case Tier::consequence:
      return "a failure that often follows from another";
    case Tier::aside:
      return "often printed without harm";
    case Tier::interruption:
      return "an interruption";
    case Tier::generic:
      return "the name of an exception";
    case Tier::symptom:
      return "a symptom";
    case Tier::aborted:
      return "how a process died";
    case Tier::killed:
      return "a death by SIGKILL, for memory probably";
    case Tier::teardown:
      return "the end of the other tasks";
    case Tier::wrapper:
      return "the report that another process failed";
    case Tier::past:
      return "the end of an attempt before this one";
    default:
      return "a line of several readings";
  }
}

std::string_view in_words(Position position)
{
  switch (position) {
    case Position::terminal:
      return "after the last progress";
    case Position::near:
      return "a little before the last progress";
    default:
      return "followed by much progress";
  }
}

std::string quote(std::string_view text)
{
  const std::string_view cut = cut_utf8(text, kLongestQuote);
  return "\"" + std::string(cut) + (cut.size() < text.size() ? "…\"" : "\"");
}

std::string weighed(const Candidate& candidate)
{
  const Finding& finding = *candidate.finding;
  std::string text =
      finding.cause + " (rule " + finding.rule + ", line " + number(finding.episode().line);
  if (finding.episode().rank) {
    text += ", rank " + std::to_string(*finding.episode().rank);
  }
  if (finding.count > 1) {
    text += ", " + number(finding.count) + " times";
  }
  text +=
      "): " + std::string(in_words(candidate)) + ", " + std::string(in_words(candidate.position));
  text += finding.uncaught ? ", ended a traceback" : "";
  text += finding.handled ? ", was being handled" : "";
  return text + ": " + quote(finding.episode().text);
}

}  // namespace

std::vector<std::string> decision_steps(const Verdict& verdict, const Findings& findings,
                                        const ProcessEnd& end, const EndStatus& status,
                                        const std::vector<Candidate>& candidates,
                                        const Candidate* winner)
{
  std::vector<std::string> steps{what_was_read(findings), how_it_ended(end, status)};
  for (std::size_t i = 0; i < std::min(candidates.size(), kMaxWeighed); ++i) {
    steps.emplace_back(std::to_string(i + 1) + ". " + weighed(candidates[i]));
  }
  if (candidates.size() > kMaxWeighed) {
    steps.push_back("and " + number(candidates.size() - kMaxWeighed) + " weaker ones");
  }
  if (winner != nullptr) {
    steps.push_back(verdict.cause + ": " + std::string(in_words(*winner)) +
                    " is the best answer, the earliest of its kind");
  } else if (verdict.success() && !status.known) {
    steps.emplace_back("no line says that it failed, and nothing that it ended otherwise: success");
  } else if (verdict.success()) {
    steps.emplace_back("status 0 and losses that are numbers: success, whatever was printed");
  } else if (verdict.cause == "unknown") {
    steps.emplace_back("neither the output nor the status names a cause: unknown");
  } else {
    steps.push_back(verdict.cause + ": by the way the job ended, not by a line of its output");
  }
  if (verdict.runner_up) {
    steps.push_back("not " + verdict.runner_up->cause + " (line " +
                    number(verdict.runner_up->evidence.line) + "): " + verdict.runner_up->why);
  }
  return steps;
}

}  // namespace gpualert
