#include "report/body.hpp"
#include "report/layout.hpp"
#include "report/shell_quote.hpp"
#include "report/subject.hpp"
#include "report/when.hpp"

#include <fmt/format.h>

namespace gpualert::report {

namespace {

void add_fact(std::string& text, std::string_view what, const std::string& value)
{
  if (!value.empty()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, one_line(value, 80));
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
  add_fact(text, "node", scheduler.node);
  add_fact(text, "restart", scheduler.restart == "0" ? "" : scheduler.restart);
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

std::string signal_facts(const RunRecord& record)
{
  std::string text;
  for (const SignalSeen& seen : record.signals) {
    const std::string after =
        describe_duration(seen.when.monotonic_ns - record.started.monotonic_ns);
    const std::string sender =
        seen.sender_pid > 0 ? fmt::format(" from pid {}", seen.sender_pid) : std::string();
    text += row("signal", fmt::format("{}{} after {}{}", signal_name(seen.signal), sender, after,
                                      seen.forwarded ? ", passed on" : ""));
  }
  return text;
}

std::string log_rows(const RunRecord& record)
{
  const LogState& log = record.log;
  if (log.path.empty()) {
    return row("log", "none on disk");
  }
  return row("log", fmt::format("{} ({})", shell_quote(log.path), byte_size(log.bytes))) +
         row("read it",
             fmt::format("ssh {} less {}", one_line(record.host, 253), shell_quote(log.path)));
}

std::string usage_facts(const Usage& usage)
{
  constexpr std::int64_t kNsPerUs = 1000;
  return row("cpu time",
             fmt::format("{} user, {} system", describe_duration(usage.user_us * kNsPerUs),
                         describe_duration(usage.system_us * kNsPerUs))) +
         row("peak memory",
             fmt::format("{} (largest process)",
                         byte_size(static_cast<std::uint64_t>(usage.max_rss_kib) * 1024)));
}

}  // namespace

std::string run_facts(const RunRecord& record)
{
  std::string text = heading("THE RUN");
  text += row("status", describe_ending(record));
  text += row("host", one_line(record.host, 253));
  text += row("user", one_line(record.user, 64));
  text += row("command", shell_command(record.argv));
  text += row("directory", shell_quote(record.cwd));
  if (!record.scheduler.kind.empty()) {
    text += row(one_line(record.scheduler.kind, 13), scheduler_facts(record.scheduler));
  }
  text += row("started", local_moment(record.started.wall_ns));
  if (record.ended) {
    text += row("ended", local_moment(record.ended->wall_ns));
    text += usage_facts(record.usage);
  }
  text += row("memory", memory_facts(record.memory));
  text += signal_facts(record);
  text += log_rows(record);
  // The log's path tells the run directory, where the log lies in it.
  if (record.path.empty() || !record.log.path.starts_with(record.path + "/")) {
    text += row("run", record.path.empty() ? record.id : shell_quote(record.path));
  }
  return text;
}

std::string damage(const RunRecord& record)
{
  const LogState& log = record.log;
  std::string text;
  std::uint64_t named = 0;
  for (const LogGap& gap : log.gaps) {
    text += wrapped(fmt::format("{} of output missing from the log at byte {}: {}",
                                byte_size(gap.bytes), gap.offset, one_line(gap.why, 200)),
                    "  ");
    named += gap.bytes;
  }
  if (log.lost_bytes > named) {
    text += fmt::format("  {} more of output missing from the log, in later gaps\n",
                        byte_size(log.lost_bytes - named));
  }
  for (const std::vector<std::string>* notes : {&log.notes, &record.notes}) {
    for (const std::string& note : *notes) {
      text += wrapped(one_line(note, 1000), "  ");
    }
  }
  if (!log.synced && !log.path.empty()) {
    text += "  the log was not on stable storage when the job started\n";
  }
  return text.empty() ? text : heading("NOT AS PLANNED") + text;
}

}  // namespace gpualert::report
