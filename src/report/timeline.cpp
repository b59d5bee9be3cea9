#include "report/last_output.hpp"
#include "report/sections.hpp"
#include "report/when.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::report {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// "after 2 h 3 min, 12 s before the end".
std::string since_start(const RunRecord& record, std::int64_t monotonic_ns)
{
  const std::int64_t after = std::max<std::int64_t>(monotonic_ns - record.started.monotonic_ns, 0);
  std::string text = "after " + describe_duration(after);
  if (record.ended) {
    const std::int64_t before = record.ended->monotonic_ns - monotonic_ns;
    text += before >= kSecond ? fmt::format(", {} before the end", describe_duration(before)) : "";
  }
  return text;
}

std::string moment(const RunRecord& record, std::int64_t monotonic_ns)
{
  const std::int64_t wall = record.started.wall_ns + monotonic_ns - record.started.monotonic_ns;
  return fmt::format("{}, {}", local_moment(wall), since_start(record, monotonic_ns));
}

std::string queued(const RunRecord& record, std::int64_t submitted_ns)
{
  const std::int64_t waited = record.started.wall_ns - submitted_ns;
  return local_moment(submitted_ns) +
         (waited >= kSecond ? fmt::format(", {} before the start", describe_duration(waited)) : "");
}

void add_signals(const RunRecord& record, Rows& rows)
{
  for (const SignalSeen& seen : record.signals) {
    const std::string sender = seen.from_terminal    ? " from the terminal"
                               : seen.sender_pid > 0 ? fmt::format(" from pid {}", seen.sender_pid)
                                                     : std::string();
    rows.add("signal", fmt::format("{}{}, {}{}", signal_name(seen.signal), sender,
                                   moment(record, seen.when.monotonic_ns),
                                   seen.forwarded ? ", passed on" : ""));
  }
}

}  // namespace

Section timeline(const RunRecord& record, const Verdict& verdict)
{
  Rows rows;
  if (record.job && record.job->submitted_ns) {
    rows.add("queued", queued(record, *record.job->submitted_ns));
  }
  rows.add("started", local_moment(record.started.wall_ns));
  if (verdict.progress.last_at_ns > 0) {
    rows.add("last progress", moment(record, verdict.progress.last_at_ns));
  }
  if (const std::int64_t last = last_output_ns(record); last > 0) {
    rows.add("last output", moment(record, last));
  }
  add_signals(record, rows);
  if (record.ended) {
    rows.add("ended", local_moment(record.ended->wall_ns));
  }
  if (record.job && record.job->limit_ns) {
    rows.add("time limit", local_moment(*record.job->limit_ns));
  }
  return {"When", {std::move(rows)}};
}

}  // namespace gpualert::report
