#include "report/sections.hpp"

#include "base/ranks.hpp"
#include "report/display.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace gpualert::report {

namespace {

constexpr std::string_view kUnknown = "unknown";  // the cause

using Words = std::array<std::pair<std::string_view, std::string_view>, 4>;

std::string in_words(const Words& words, const std::string& id)
{
  for (const auto& [known, text] : words) {
    if (id == known) {
      return std::string(text);
    }
  }
  return one_line(id, 64);
}

std::string who_acts(const std::string& who)
{
  constexpr Words kWords{{{"user", "you: the program or how it is run"},
                          {"configuration", "you: the configuration of the run"},
                          {"data", "you: the data"},
                          {"administrator", "the administrators of this machine"}}};
  return in_words(kWords, who);
}

std::string retry_advice(const Verdict& verdict)
{
  if (verdict.cause == kUnknown) {
    return "not known: the cause is not";
  }
  constexpr Words kWords{{{"no", "no: it would fail again"},
                          {"yes", "yes: the same command may well succeed"},
                          {"elsewhere", "yes, on another machine"},
                          {"", ""}}};
  return in_words(kWords, verdict.retry);
}

// Where it began, and what the other ranks printed because of it.
std::string first_failure(const Verdict& verdict)
{
  const std::string rank = verdict.first_rank ? fmt::format("rank {}", *verdict.first_rank) : "";
  const std::string host = one_line(verdict.first_host, 64);
  return rank.empty() || host.empty() ? rank + host : fmt::format("{} on {}", rank, host);
}

std::string other_answer(const Verdict& verdict)
{
  if (!verdict.runner_up) {
    return {};
  }
  const RunnerUp& other = *verdict.runner_up;
  const std::string line =
      other.evidence.line > 0 ? fmt::format(" (line {})", other.evidence.line) : "";
  return fmt::format("{}{}: {}", one_line(other.cause, 64), line, one_line(other.why, 300));
}

std::string cause_row(const Verdict& verdict)
{
  // How sure one is of not knowing is no news.
  const auto percent = verdict.cause == kUnknown ? 0 : std::lround(verdict.confidence * 100);
  const std::string sure = percent > 0 ? fmt::format(", {} % sure", percent) : std::string();
  return fmt::format("{} ({}){}", cause_title(verdict), one_line(verdict.cause, 64), sure);
}

}  // namespace

std::string headline(const RunRecord& record, const Verdict& verdict)
{
  const std::string who =
      fmt::format("{} on {} {}", one_line(record.name, 100), one_line(record.host, 253),
                  one_line(describe_ending(record), 200));
  if (verdict.success()) {
    return who + ".";
  }
  return fmt::format("{}: {}.", who,
                     verdict.but.empty() ? cause_title(verdict) : one_line(verdict.but, 300));
}

Section why(const Verdict& verdict)
{
  if (verdict.success()) {
    return {};
  }
  Rows rows;
  rows.add("cause", cause_row(verdict));
  rows.add("who acts", who_acts(verdict.who));
  rows.add("run again?", retry_advice(verdict));
  rows.add("failed first", first_failure(verdict));
  rows.add("why not", other_answer(verdict));
  for (const Evidence& item : verdict.evidence) {
    if (item.line == 0) {
      rows.add("known from", display_line(item.text, 300));
    }
  }
  return {"Why", {std::move(rows)}};
}

Section evidence(const Verdict& verdict, const Excerpt& lines)
{
  if (verdict.success() || lines.lines.empty()) {
    return {};
  }
  return {"Evidence", {lines}};
}

Section collateral(const Verdict& verdict)
{
  Section section{"Also printed, and not the cause", {}};
  for (const Collateral& item : verdict.collateral) {
    const std::string ranks = item.ranks.empty() ? "" : ", " + named_ranks(item.ranks);
    // No line of this log: what other ranks of the step died of.
    section.blocks.emplace_back(Paragraph{
        item.first.line == 0
            ? fmt::format("{}: in the logs of {} other {}{}", one_line(item.cause, 64), item.count,
                          item.count == 1 ? "rank" : "ranks", ranks)
            : fmt::format("{}: {} {} from line {}{}", one_line(item.cause, 64), item.count,
                          item.count == 1 ? "line" : "lines", item.first.line, ranks)});
    if (item.first.text.empty()) {
      continue;
    }
    LogLine line;
    line.number = item.first.line;
    line.content.text = display_line(item.first.text, item.first.text.size());
    section.blocks.emplace_back(Excerpt{{std::move(line)}});
  }
  return section;
}

Section log_ends(const RunRecord& record, const LogExcerpts& excerpts)
{
  Section section{"The log", {}};
  if (!excerpts.problem.empty()) {
    section.blocks.emplace_back(Paragraph{"cannot be shown: " + one_line(excerpts.problem, 1000)});
  } else if (excerpts.log.lines.empty()) {
    section.blocks.emplace_back(Paragraph{
        record.log.lost_bytes > 0 ? "is empty: its output is missing" : "the job printed nothing"});
  } else {
    section.blocks.emplace_back(excerpts.log);
  }
  return section;
}

}  // namespace gpualert::report
