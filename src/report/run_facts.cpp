#include "base/byte_size.hpp"
#include "report/exit_words.hpp"
#include "report/log_place.hpp"
#include "report/sections.hpp"
#include "report/shell_quote.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::report {

namespace {

void add_fact(std::string& text, std::string_view what, const std::string& value)
{
  if (!value.empty()) {
    text += fmt::format("{}{} {}",
                        text.empty()   ? ""
                        : what == "of" ? " "
                                       : ", ",
                        what, one_line(value, 80));
  }
}

std::string scheduler_facts(const SchedulerIdentity& scheduler)
{
  std::string text;
  add_fact(text, "job", scheduler.job);
  add_fact(text, "name", scheduler.job_name);
  add_fact(text, "step", scheduler.step);
  add_fact(text, "array", scheduler.array_job);
  add_fact(text, "task", scheduler.array_task);
  add_fact(text, "rank", scheduler.rank);
  add_fact(text, "of", scheduler.ntasks);
  add_fact(text, "node", scheduler.node);
  add_fact(text, "restart", scheduler.restart == "0" ? "" : scheduler.restart);
  add_fact(text, "started by", scheduler.launcher);
  add_fact(text, "restart of the ranks", scheduler.relaunch == "0" ? "" : scheduler.relaunch);
  return text;
}

std::string job_facts(const SchedulerJob& job)
{
  std::string text;
  add_fact(text, "state", job.state);
  add_fact(text, "reason", job.reason == "None" ? "" : job.reason);
  add_fact(text, "exit", job.exit);
  add_fact(text, "cluster", job.cluster);
  add_fact(text, "partition", job.partition);
  add_fact(text, "account", job.account);
  add_fact(text, "nodes", job.nodes);
  return text;
}

std::string memory_facts(const std::optional<MemoryEvents>& memory)
{
  if (!memory || (memory->oom_kills == 0 && !memory->limit_bytes)) {
    return {};
  }
  std::string text = memory->oom_kills == 0
                         ? "no process killed for memory"
                         : fmt::format("{} process{} killed for memory", memory->oom_kills,
                                       memory->oom_kills == 1 ? "" : "es");
  if (memory->limit_bytes) {
    text += fmt::format(", limit {}", byte_size(*memory->limit_bytes));
  }
  if (memory->peak_bytes) {
    text += fmt::format(", peak {}", byte_size(*memory->peak_bytes));
  }
  return text;
}

std::string peak_memory(const RunRecord& record)
{
  constexpr std::uint64_t kKib = 1024;
  const auto bytes = [](std::int64_t kib) {
    return byte_size(static_cast<std::uint64_t>(std::max<std::int64_t>(kib, 0)) * kKib);
  };
  std::string text = bytes(record.usage.max_rss_kib) + " (largest process)";
  // Of one process the kernel's two counts differ by a little.
  constexpr std::int64_t kLittle = 8;  // an eighth
  const std::int64_t largest = record.usage.max_rss_kib;
  if (record.tree_rss_kib > largest + largest / kLittle) {
    text += fmt::format(", {} (all processes together, as seen)", bytes(record.tree_rss_kib));
  }
  return text;
}

std::string cpu_facts(const RunRecord& record)
{
  constexpr std::int64_t kNsPerUs = 1000;
  const Usage& usage = record.usage;
  const std::int64_t wall = duration_ns(record);
  const double cores = wall > 0
                           ? static_cast<double>((usage.user_us + usage.system_us) * kNsPerUs) /
                                 static_cast<double>(wall)
                           : 0;
  return fmt::format("{} user, {} system{}", describe_duration(usage.user_us * kNsPerUs),
                     describe_duration(usage.system_us * kNsPerUs),
                     cores >= 0.05 ? fmt::format(": {:.1f} cores on average", cores) : "");
}

// Of a job that the scheduler alone tells of, nobody measured anything.
bool was_supervised(const RunRecord& record)
{
  return record.supervisor_pid > 0 || !record.job;
}

}  // namespace

Section run_facts(const RunRecord& record, const Verdict& verdict)
{
  Rows rows;
  rows.add("host", one_line(record.host, 253));
  rows.add("user", one_line(record.user, 64));
  rows.add("command", shell_command(record.argv));
  rows.add("directory", shell_quote(record.cwd));
  if (!record.scheduler.kind.empty()) {
    rows.add(one_line(record.scheduler.kind, 13), scheduler_facts(record.scheduler));
  } else {
    rows.add("ranks", scheduler_facts(record.scheduler));
  }
  if (record.job) {
    rows.add("scheduler", job_facts(*record.job));
  }
  rows.add("log", record.log.path.empty()
                      ? "none on disk"
                      : fmt::format("{}:{} ({})", one_line(record.host, 253),
                                    shell_quote(record.log.path), byte_size(record.log.bytes)));
  // The log's path tells the run directory, where the log lies in it.
  if (record.path.empty() || !record.log.path.starts_with(record.path + "/")) {
    rows.add("run", record.path.empty() ? record.id : shell_quote(record.path));
  }
  Section section{"The run", {std::move(rows)}};
  if (const std::string look = look_at_log(record, verdict); !look.empty()) {
    section.blocks.emplace_back(Commands{{look}});
  }
  return section;
}

Section resources(const RunRecord& record)
{
  Rows rows;
  rows.add("status", exit_in_words(record));
  if (record.ended) {
    rows.add("wall time", describe_duration(duration_ns(record)));
  }
  if (record.ended && was_supervised(record)) {
    rows.add("cpu time", cpu_facts(record));
    rows.add("peak memory", peak_memory(record));
  }
  rows.add("memory", memory_facts(record.memory));
  return {"Status and resources", {std::move(rows)}};
}

Section damage(const RunRecord& record)
{
  const LogState& log = record.log;
  Section section{"Not as planned", {}};
  const auto say = [&](std::string text) {
    section.blocks.emplace_back(Paragraph{std::move(text)});
  };
  std::uint64_t named = 0;
  for (const LogGap& gap : log.gaps) {
    say(fmt::format("{} of output missing from the log at byte {}: {}", byte_size(gap.bytes),
                    gap.offset, one_line(gap.why, 200)));
    named += gap.bytes;
  }
  if (log.lost_bytes > named) {
    say(fmt::format("{} more of output missing from the log, in later gaps",
                    byte_size(log.lost_bytes - named)));
  }
  for (const std::vector<std::string>* notes : {&log.notes, &record.notes}) {
    for (const std::string& note : *notes) {
      say(one_line(note, 1000));
    }
  }
  if (!log.synced && !log.path.empty() && was_supervised(record)) {
    say("the log was not on stable storage when the job started");
  }
  return section;
}

}  // namespace gpualert::report
