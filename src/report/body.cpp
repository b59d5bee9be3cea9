#include "report/body.hpp"

#include "base/ranks.hpp"

#include "report/display.hpp"
#include "report/layout.hpp"
#include "report/subject.hpp"
#include "report/when.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace gpualert::report {

namespace {

using Words = std::array<std::pair<std::string_view, std::string_view>, 4>;

std::string_view in_words(const Words& words, const std::string& id)
{
  for (const auto& [known, text] : words) {
    if (id == known) {
      return text;
    }
  }
  return id;
}

std::string_view who_acts(const std::string& who)
{
  constexpr Words kWords{{{"user", "you: the program or how it is run"},
                          {"configuration", "you: the configuration of the run"},
                          {"data", "you: the data"},
                          {"administrator", "the administrators of this machine"}}};
  return in_words(kWords, who);
}

std::string_view retry_advice(const std::string& retry)
{
  constexpr Words kWords{{{"no", "no: it would fail again"},
                          {"yes", "yes: the same command may well succeed"},
                          {"elsewhere", "yes, on another machine"},
                          {"", ""}}};
  return in_words(kWords, retry);
}

std::string summary(const RunRecord& record, const Verdict& verdict)
{
  const std::string who = fmt::format("{} on {}", one_line(record.name, 100), record.host);
  if (verdict.success()) {
    return fmt::format("{} {}.\n", who, describe_ending(record));
  }
  if (!verdict.but.empty()) {
    return fmt::format("{} {}: {}.\n", who, describe_ending(record), verdict.but);
  }
  return fmt::format("{} {}: {}.\n", who, describe_ending(record), cause_title(verdict));
}

// Where it began, and what the other ranks printed because of it.
std::string first_failure(const Verdict& verdict)
{
  if (!verdict.first_rank && verdict.first_host.empty()) {
    return {};
  }
  const std::string rank = verdict.first_rank ? fmt::format("rank {}", *verdict.first_rank) : "";
  const std::string host = one_line(verdict.first_host, 64);
  return row("failed first",
             rank.empty() || host.empty() ? rank + host : fmt::format("{} on {}", rank, host));
}

std::string other_answer(const Verdict& verdict)
{
  if (!verdict.runner_up) {
    return {};
  }
  const RunnerUp& other = *verdict.runner_up;
  return row("why not",
             fmt::format("{} (line {}): {}", other.cause, other.evidence.line, other.why));
}

std::string cause_rows(const Verdict& verdict)
{
  if (verdict.success()) {
    return {};
  }
  const auto percent = std::lround(verdict.confidence * 100);
  const std::string sure = percent > 0 ? fmt::format(", {} % sure", percent) : std::string();
  return heading("WHY") +
         row("cause", fmt::format("{} ({}){}", cause_title(verdict), verdict.cause, sure)) +
         row("who acts", who_acts(verdict.who)) + row("run again?", retry_advice(verdict.retry)) +
         first_failure(verdict) + other_answer(verdict);
}

std::string collateral_rows(const Verdict& verdict)
{
  if (verdict.collateral.empty()) {
    return {};
  }
  std::string text = heading("ALSO PRINTED");
  for (const Collateral& item : verdict.collateral) {
    const std::string ranks =
        item.ranks.empty() ? "" : fmt::format(", ranks {}", number_list(item.ranks));
    text += fmt::format("  {}, {} {} from line {}{}\n    {}\n", item.cause, item.count,
                        item.count == 1 ? "line" : "lines", item.first.line, ranks,
                        display_line(item.first.text, 200));
  }
  return text;
}

std::string evidence_rows(const Verdict& verdict)
{
  if (verdict.evidence.empty()) {
    return {};
  }
  std::string text = heading("EVIDENCE");
  for (const Evidence& evidence : verdict.evidence) {
    const std::string rank = evidence.rank ? fmt::format(" (rank {})", *evidence.rank) : "";
    const std::string where =
        evidence.line > 0 ? fmt::format("line {}{}", evidence.line, rank) : "status" + rank;
    text += fmt::format("  {}\n    {}\n", where, display_line(evidence.text, 600));
  }
  return text;
}

std::string advice(const Verdict& verdict)
{
  return verdict.hint.empty() ? std::string() : heading("WHAT TO DO") + wrapped(verdict.hint, "  ");
}

std::string tail_lines(const LogTail& tail)
{
  if (!tail.problem.empty()) {
    return heading("END OF THE LOG") + fmt::format("  cannot be shown: {}\n", tail.problem);
  }
  if (tail.lines.empty()) {
    return heading("END OF THE LOG") + "  the job printed nothing\n";
  }
  std::string text = heading(fmt::format("LAST {} LINES OF THE LOG", tail.lines.size()));
  if (tail.bytes_before > 0) {
    text += fmt::format("  [{} before these lines left out]\n", byte_size(tail.bytes_before));
  }
  for (const std::string& line : tail.lines) {
    text += "  " + line + "\n";
  }
  return text;
}

}  // namespace

std::string body_text(const RunRecord& record, const Verdict& verdict, const LogTail& tail)
{
  return summary(record, verdict) + cause_rows(verdict) + evidence_rows(verdict) + advice(verdict) +
         run_facts(record) + damage(record) + collateral_rows(verdict) + tail_lines(tail);
}

}  // namespace gpualert::report
