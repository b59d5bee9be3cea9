#include "job/job_report.hpp"

#include <gpualert/classifier.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace gpualert::jobs {

namespace {

struct Looked {
  Verdict verdict;
  std::uint64_t base = 0, bytes = 0;  // of the file: what was read
};

Status open_output(JobOutput& output)
{
  if (!output.file) {
    output.file.reset(
        ::open(output.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW));
  }
  struct stat info {};
  if (!output.file || ::fstat(output.file.get(), &info) != 0) {
    return last_os_error("open " + output.path);
  }
  return S_ISREG(info.st_mode) ? ok() : Status{Error{output.path + " is not a regular file"}};
}

// The start of the first line at or after `offset`.
std::uint64_t line_start(int fd, std::uint64_t offset)
{
  std::array<char, 4096> buffer;
  const ssize_t n = ::pread(fd, buffer.data(), buffer.size(), static_cast<off_t>(offset));
  const std::string_view text{buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? offset : offset + end + 1;
}

Result<Looked> look_at(const JobOutput& output, Stream stream, const ProcessEnd& end,
                       const std::shared_ptr<const RuleSet>& rules, std::uint64_t most_bytes)
{
  Looked looked;
  struct stat info {};
  ::fstat(output.file.get(), &info);
  // No further than it reached when we came: somebody may still write.
  const auto size = static_cast<std::uint64_t>(info.st_size);
  looked.base = size > most_bytes ? line_start(output.file.get(), size - most_bytes) : 0;
  Scanner scanner(rules);
  std::array<char, 65536> buffer;
  while (looked.base + looked.bytes < size) {
    const std::uint64_t at = looked.base + looked.bytes;
    const ssize_t n =
        ::pread(output.file.get(), buffer.data(), std::min<std::uint64_t>(buffer.size(), size - at),
                static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return last_os_error("read " + output.path);
    }
    if (n == 0) {
      break;  // cut short meanwhile
    }
    scanner.bytes(stream, {buffer.data(), static_cast<std::size_t>(n)});
    looked.bytes += static_cast<std::uint64_t>(n);
  }
  looked.verdict = diagnose(scanner.finish(), end);
  return looked;
}

// Opens and reads it; says in the record when it cannot.
std::optional<Looked> try_to_look(JobOutput& output, Stream stream,
                                  const std::shared_ptr<const RuleSet>& rules,
                                  std::uint64_t most_bytes, RunRecord& record)
{
  if (output.path.empty() && !output.file) {
    return std::nullopt;
  }
  const Status opened = open_output(output);
  Result<Looked> looked = opened ? look_at(output, stream, process_end(record), rules, most_bytes)
                                 : Result<Looked>(opened.error());
  if (!looked) {
    record.log.notes.push_back("the job's output could not be read: " + looked.error().what);
    return std::nullopt;
  }
  if (looked->base > 0) {
    record.log.notes.push_back(
        fmt::format("of {} only the last {} bytes were read", output.path, looked->bytes));
  }
  return std::move(looked).value();
}

void take(Looked&& looked, JobOutput& output, JobReport& report)
{
  report.verdict = std::move(looked.verdict);
  report.record.log.path = output.path;
  report.record.log.base_offset = looked.base;
  report.record.log.bytes = looked.bytes;
  report.log = std::move(output.file);
}

}  // namespace

bool names_a_line(const Verdict& verdict)
{
  return !verdict.evidence.empty() && verdict.evidence.front().line > 0;
}

JobReport judge_job(RunRecord record, JobOutput output, JobOutput errors,
                    const std::shared_ptr<const RuleSet>& rules, std::uint64_t most_bytes)
{
  JobReport report;
  report.record = std::move(record);
  const bool apart = !errors.path.empty() && errors.path != output.path;
  auto out =
      try_to_look(output, apart ? Stream::out : Stream::both, rules, most_bytes, report.record);
  auto err =
      apart ? try_to_look(errors, Stream::err, rules, most_bytes, report.record) : std::nullopt;
  if (!out && !err) {
    report.verdict = diagnose({}, process_end(report.record));
    return report;
  }
  // Tracebacks go to standard error, epochs to standard output.
  if (err &&
      (!out || names_a_line(err->verdict) || (err->bytes > 0 && !names_a_line(out->verdict)))) {
    Progress progress = out ? out->verdict.progress : Progress{};
    const bool own = err->verdict.progress.line > 0;
    take(std::move(*err), errors, report);
    if (out) {
      report.record.notes.push_back("standard output is in " + output.path);
      report.verdict.progress = own ? report.verdict.progress : std::move(progress);
    }
  } else {
    take(std::move(*out), output, report);
    if (err) {
      report.record.notes.push_back("standard error is in " + errors.path);
    }
  }
  return report;
}

JobReport judge_open_run(const JobInfo& job, RunRecord run,
                         const std::shared_ptr<const RuleSet>& rules)
{
  JobReport report = judge_job(record_of_job(job), {run.log.path, Fd{}}, {}, rules);
  const RunRecord told = std::move(report.record);
  report.record = std::move(run);
  report.record.job = told.job;
  report.record.ending = told.ending;
  // By its own clock: no earlier than it began.
  const std::int64_t lasted = duration_ns(told);
  report.record.ended = {report.record.started.wall_ns + lasted,
                         report.record.started.monotonic_ns + lasted};
  report.record.log.bytes = told.log.bytes;
  report.record.notes.insert(report.record.notes.end(), told.log.notes.begin(),
                             told.log.notes.end());
  report.record.notes.emplace_back(
      "gpualert died with the job; how it ended is what the scheduler says");
  return report;
}

}  // namespace gpualert::jobs
