#include "report/subject.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace gpualert::report {

namespace {

constexpr std::size_t kNameLimit = 48;
constexpr std::size_t kTitleLimit = 72;

std::string short_host(std::string_view host)
{
  return one_line(host.substr(0, host.find('.')), 32);
}

}  // namespace

std::string one_line(std::string_view text, std::size_t limit)
{
  std::string line = to_utf8(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) {
      c = ' ';
    }
  }
  if (line.size() > limit) {
    constexpr std::string_view kEllipsis = "…";
    line = std::string(cut_utf8(line, limit - kEllipsis.size())).append(kEllipsis);
  }
  return line;
}

std::string_view outcome_word(const RunRecord& record, const Verdict& verdict)
{
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kWords{
      {{"cancelled", "CANCELLED"},
       {"interrupted", "CANCELLED"},
       {"preempted", "PREEMPTED"},
       {"time_limit", "TIMED OUT"}}};
  if (!record.ending) {
    return "RUNNING";
  }
  if (verdict.success()) {
    return "DONE";
  }
  for (const auto& [cause, word] : kWords) {
    if (verdict.cause == cause) {
      return word;
    }
  }
  return shell_status(*record.ending) == 0 ? "CHECK" : "FAILED";
}

std::string cause_title(const Verdict& verdict)
{
  return one_line(verdict.title.empty() ? verdict.cause : verdict.title, kTitleLimit);
}

std::string subject_line(const RunRecord& record, const Verdict& verdict)
{
  const bool cause = record.ending && !verdict.success();
  return fmt::format(
      "{} {}{}{} {} on {}", outcome_word(record, verdict), one_line(record.name, kNameLimit),
      cause ? ": " + cause_title(verdict) + "," : std::string(), record.ending ? " after" : " for",
      describe_duration(duration_ns(record)), short_host(record.host));
}

}  // namespace gpualert::report
