#include "cli/show_verdict.hpp"

#include "base/ranks.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

namespace gpualert::cli {

std::string printable(std::string_view text, std::size_t limit)
{
  const std::string whole = to_utf8(cut_utf8(text, limit));
  std::string out;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const auto byte = static_cast<unsigned char>(whole[i]);
    // U+0080 to U+009F are control characters too.
    const bool c1 = byte == 0xC2 && static_cast<unsigned char>(whole[i + 1]) < 0xA0;
    out += byte < 0x20 || byte == 0x7F || c1 ? ' ' : whole[i];
    i += c1 ? 1 : 0;
  }
  return out;
}

std::string show(const Verdict& verdict)
{
  std::string text = fmt::format("{}\n", verdict.title.empty() ? verdict.cause : verdict.title);
  if (!verdict.but.empty()) {
    text += fmt::format("  but         {}\n", verdict.but);
  }
  text += fmt::format("  cause       {} (class {}, confidence {:.2f})\n", verdict.cause,
                      verdict.klass, verdict.confidence);
  if (!verdict.rule.empty()) {
    text += fmt::format("  rule        {}\n", verdict.rule);
  }
  for (const Evidence& evidence : verdict.evidence) {
    text += evidence.line == 0
                ? fmt::format("  evidence    {}\n", printable(evidence.text))
                : fmt::format("  line {:<6} {}\n", evidence.line, printable(evidence.text));
  }
  if (verdict.first_rank || !verdict.first_host.empty()) {
    text += fmt::format("  first       {}{}{}\n",
                        verdict.first_rank ? fmt::format("rank {}", *verdict.first_rank) : "",
                        verdict.first_rank && !verdict.first_host.empty() ? " on " : "",
                        printable(verdict.first_host));
  }
  if (verdict.runner_up) {
    text += fmt::format("  not         {}: {}\n", verdict.runner_up->cause, verdict.runner_up->why);
  }
  for (const Collateral& item : verdict.collateral) {
    const std::string ranks = item.ranks.empty() ? "" : ", " + named_ranks(item.ranks);
    text += fmt::format("  also        {} ({} {}{})\n", item.cause, item.count,
                        item.count == 1 ? "line" : "lines", ranks);
  }
  if (!verdict.hint.empty()) {
    text += fmt::format("  fix         {}\n", verdict.hint);
  }
  return text;
}

}  // namespace gpualert::cli
