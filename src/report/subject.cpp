#include "report/subject.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace gpualert::report {

namespace {

constexpr std::size_t kNameLimit = 48;
constexpr std::size_t kTitleLimit = 72;
constexpr std::size_t kIdLimit = 32;

std::string short_host(std::string_view host)
{
  return one_line(host.substr(0, host.find('.')), 32);
}

// "train-llama (job 123)".
std::string name_of(const RunRecord& record)
{
  const std::string name = one_line(record.name, kNameLimit);
  const std::string label = job_label(record.scheduler);
  return label.empty() ? name : fmt::format("{} ({})", name, label);
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

std::string job_label(const SchedulerIdentity& scheduler)
{
  std::string label;
  const auto add = [&](std::string_view what, const std::string& value) {
    label += fmt::format("{}{} {}", label.empty() ? "" : ", ", what, one_line(value, kIdLimit));
  };
  if (!scheduler.kind.empty() && !scheduler.job.empty()) {
    // Slurm and Grid Engine number the tasks of an array apart; elsewhere the job has its index.
    const bool apart = scheduler.job.find_first_not_of("0123456789") == std::string::npos;
    const bool task = apart && !scheduler.array_task.empty();
    add("job", task ? (scheduler.array_job.empty() ? scheduler.job : scheduler.array_job) + "_" +
                          scheduler.array_task
                    : scheduler.job);
    label += scheduler.step.empty() ? "" : "." + one_line(scheduler.step, kIdLimit);
  }
  if (!scheduler.rank.empty()) {
    add("rank", scheduler.rank);
  }
  for (const std::string* again : {&scheduler.restart, &scheduler.relaunch}) {
    if (!again->empty() && *again != "0") {
      add("restart", *again);
    }
  }
  return label;
}

std::string subject_line(const RunRecord& record, const Verdict& verdict)
{
  const bool cause = record.ending && !verdict.success();
  return fmt::format("{} {}{} {} {} on {}", outcome_word(record, verdict), name_of(record),
                     cause ? ": " + cause_title(verdict) + "," : std::string(),
                     record.ending ? "after" : "for", describe_duration(duration_ns(record)),
                     short_host(record.host));
}

std::string interim_subject(const RunRecord& record, const Interim& interim)
{
  return fmt::format("{} {}: {}, on {}", one_line(interim.status, kIdLimit), name_of(record),
                     one_line(interim.news, kTitleLimit), short_host(record.host));
}

}  // namespace gpualert::report
