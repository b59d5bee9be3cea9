#include "cli/explain_text.hpp"

#include "base/ranks.hpp"
#include "cli/show_verdict.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>

namespace gpualert::cli {

namespace {

constexpr std::string_view kUnknown = "unknown";  // the cause
constexpr std::size_t kLongest = 600;             // bytes of one line

std::string heading(std::string_view text)
{
  return fmt::format("\n{}\n", text);
}

std::string where(const Evidence& evidence)
{
  if (evidence.line == 0) {
    return "from outside the output";
  }
  std::string text = fmt::format("line {}, byte {}", evidence.line, evidence.offset);
  if (evidence.stream != Stream::unknown) {
    text += evidence.stream == Stream::out   ? ", stdout"
            : evidence.stream == Stream::err ? ", stderr"
                                             : "";
  }
  if (evidence.rank) {
    text += fmt::format(", rank {}", *evidence.rank);
  }
  if (!evidence.host.empty()) {
    text += fmt::format(", on {}", printable(evidence.host));
  }
  return evidence.rule.empty() ? text : fmt::format("{}, rule {}", text, evidence.rule);
}

std::string decision(const Verdict& verdict)
{
  std::string text = heading("How it was decided");
  for (const std::string& step : verdict.steps) {
    text += fmt::format("  {}\n", printable(step, kLongest));
  }
  return text;
}

std::string evidence(const Verdict& verdict)
{
  if (verdict.evidence.empty()) {
    return {};
  }
  std::string text = heading("Evidence");
  for (const Evidence& item : verdict.evidence) {
    text += fmt::format("  {}\n    {}\n", where(item), printable(item.text, kLongest));
  }
  return text;
}

std::string collateral(const Verdict& verdict)
{
  if (verdict.collateral.empty()) {
    return {};
  }
  std::string text = heading("Also printed, and not the cause");
  for (const Collateral& item : verdict.collateral) {
    const std::string ranks = item.ranks.empty() ? "" : ", " + named_ranks(item.ranks);
    text += fmt::format("  {}: {} {}{}; first at {}\n    {}\n", item.cause, item.count,
                        item.count == 1 ? "line" : "lines", ranks, where(item.first),
                        printable(item.first.text, kLongest));
  }
  return text;
}

std::string advice(const Verdict& verdict)
{
  if (verdict.success()) {
    return {};
  }
  std::string text = heading("What to do");
  if (verdict.first_rank || !verdict.first_host.empty()) {
    text += fmt::format("  failed first  {}{}{}\n",
                        verdict.first_rank ? fmt::format("rank {}", *verdict.first_rank) : "",
                        verdict.first_rank && !verdict.first_host.empty() ? " on " : "",
                        printable(verdict.first_host));
  }
  text += fmt::format("  who acts      {}\n", verdict.who.empty() ? "not known" : verdict.who);
  text += fmt::format("  run again?    {}\n",
                      verdict.cause == kUnknown ? "not known: the cause is not" : verdict.retry);
  text += verdict.hint.empty()
              ? ""
              : fmt::format("  fix           {}\n", printable(verdict.hint, kLongest));
  return text;
}

}  // namespace

std::string explain(const Verdict& verdict)
{
  const std::string& title = verdict.title.empty() ? verdict.cause : verdict.title;
  const std::string sure = verdict.cause == kUnknown
                               ? ""
                               : fmt::format(", {} % sure", std::lround(verdict.confidence * 100));
  return fmt::format("{}: {} (class {}{})\n{}", title, verdict.cause, verdict.klass, sure,
                     verdict.but.empty() ? "" : verdict.but + "\n") +
         decision(verdict) + evidence(verdict) + collateral(verdict) + advice(verdict);
}

}  // namespace gpualert::cli
