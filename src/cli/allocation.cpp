#include "cli/allocation.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
// Most failures come at once, and their jobs shall not ask; a thousand jobs that start together
// shall not ask together.
constexpr std::int64_t kAskAfterNs = 2 * kSecond;
constexpr std::int64_t kSpreadNs = kSecond / 100;  // for each rank
constexpr std::int64_t kLookAgainNs = kSecond / 50;
constexpr std::int64_t kFreshNs = 30 * kSecond;  // an answer: limits are moved while jobs run
constexpr std::int64_t kAskAgainNs = 60 * kSecond;
constexpr int kMaxFailures = 3;

std::optional<std::int64_t> number(std::string_view text)
{
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr std::int64_t kMost = 9'000'000'000;  // seconds; as ns it fits
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value > 0 && value < kMost ? std::optional<std::int64_t>(value) : std::nullopt;
}

std::optional<std::int64_t> number_of_environment(const char* name)
{
  // The logger has no thread that changes the environment.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : number(value);
}

// The number behind `label` at the beginning of a line of `text`.
std::optional<std::int64_t> labelled(std::string_view text, std::string_view label)
{
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  text.remove_prefix(at + label.size());
  return number(text.substr(0, text.find('\n')));
}

// When the leader of our session started, wall clock: a batch system makes one for each job.
std::optional<std::int64_t> session_start_ns()
{
  const Result<std::string> process = read_file(fmt::format("/proc/{}/stat", ::getsid(0)), 4096);
  const Result<std::string> system = read_file("/proc/stat");
  const auto boot = system ? labelled(*system, "\nbtime ") : std::nullopt;
  const std::size_t name_end = process ? process->rfind(')') : std::string::npos;
  if (!boot || name_end == std::string::npos) {
    return std::nullopt;
  }
  constexpr int kStartField = 19;  // 22 in proc(5); the state, the third, is in front
  std::string_view rest = std::string_view(*process).substr(name_end + 1);
  for (int i = 0; i < kStartField && !rest.empty(); ++i) {
    rest.remove_prefix(std::min(rest.find(' ', 1), rest.size()));
  }
  rest.remove_prefix(rest.empty() ? 0 : 1);
  const auto ticks = number(rest.substr(0, rest.find(' ')));
  const std::int64_t per_second = ::sysconf(_SC_CLK_TCK);
  return ticks && per_second > 0
             ? std::optional<std::int64_t>(*boot * kSecond + *ticks * (kSecond / per_second))
             : std::nullopt;
}

SchedulerJob& job_of(RunRecord& record)
{
  return record.job ? *record.job : record.job.emplace();
}

std::int64_t rank_of(const RunRecord& record)
{
  constexpr std::int64_t kMostSpread = 6000;
  return std::min(number(record.scheduler.rank).value_or(0), kMostSpread);
}

}  // namespace

std::optional<std::int64_t> limit_of_environment(const SchedulerIdentity& scheduler)
{
  if (scheduler.kind == "slurm") {
    if (const auto end = number_of_environment("SLURM_JOB_END_TIME")) {
      return *end * kSecond;
    }
  }
  if (scheduler.kind == "pbs") {
    const auto wall_time = number_of_environment("PBS_WALLTIME");
    const auto start = wall_time ? session_start_ns() : std::nullopt;
    if (start) {
      return *start + *wall_time * kSecond;
    }
  }
  return std::nullopt;
}

bool speaks(const RunRecord& record)
{
  const std::string& rank = record.scheduler.rank;
  return record.parent.empty() && (rank.empty() || rank == "0");
}

std::int64_t warning_ns(const Config& config, std::int64_t started_ns, std::int64_t limit_ns)
{
  constexpr std::int64_t kByItself = 300 * kSecond;
  constexpr int kPart = 10;
  const std::int64_t whole = std::max<std::int64_t>(limit_ns - started_ns, 0);
  const std::int64_t wanted = std::chrono::nanoseconds{config.warn_before}.count();
  // One that would come at the start says nothing.
  return wanted < 0 || wanted >= whole ? std::min(wanted == 0 ? 0 : kByItself, whole / kPart)
                                       : wanted;
}

void Allocation::begin(RunRecord& record, const Moment& now, Due& due)
{
  stage_ = Stage::unknown;
  if (const auto limit = limit_of_environment(record.scheduler)) {
    job_of(record).limit_ns = limit;
    due.changed = true;
    stage_ = Stage::known;
  } else if (record.scheduler.kind == "slurm" && record.parent.empty() &&
             (speaks(record) || config_.signal_before.signal != 0)) {
    stage_ = Stage::ask_later;
    ask_at_ns_ = now.monotonic_ns + kAskAfterNs + rank_of(record) * kSpreadNs;
  }
}

void Allocation::ask(const RunRecord& record, const Moment& now)
{
  query_.ask(record.scheduler.job, now.monotonic_ns);
  stage_ = Stage::asking;
}

void Allocation::take_answer(RunRecord& record, const Moment& now, Due& due)
{
  const JobQuery::State state = query_.look(now.monotonic_ns);
  if (state == JobQuery::State::waiting) {
    return;
  }
  if (state == JobQuery::State::answered) {
    asked_ns_ = now.monotonic_ns;
    failures_ = 0;
    stage_ = Stage::known;
    record.job = query_.answer();
    record.job->state.clear();  // it runs, as we know; what counts is how it ends
    record.job->reason.clear();
    record.job->exit.clear();
    due.changed = true;
    return;
  }
  const bool known = record.job && record.job->limit_ns;
  asked_ns_ = now.monotonic_ns;
  stage_ = known ? Stage::known : ++failures_ < kMaxFailures ? Stage::ask_later : Stage::unknown;
  ask_at_ns_ = now.monotonic_ns + kAskAgainNs;
}

std::int64_t Allocation::signal_at(const RunRecord& record) const
{
  const std::int64_t before = std::chrono::nanoseconds{config_.signal_before.before}.count();
  return config_.signal_before.signal == 0 || signalled_ ? INT64_MAX
                                                         : *record.job->limit_ns - before;
}

std::int64_t Allocation::warn_at(const RunRecord& record) const
{
  const std::int64_t limit = *record.job->limit_ns;
  const std::int64_t before = warning_ns(config_, record.started.wall_ns, limit);
  return warned_ || before == 0 || !speaks(record) ? INT64_MAX : limit - before;
}

void Allocation::act(RunRecord& record, const Moment& now, Due& due)
{
  if (!record.job || !record.job->limit_ns) {
    return;
  }
  if (signal_at(record) <= record.started.wall_ns) {
    signalled_ = true;  // the job has not even begun to listen
    record.notes.push_back(
        fmt::format("{} was not sent: the job's time limit was only {} away when it started",
                    signal_name(config_.signal_before.signal),
                    describe_duration(std::max<std::int64_t>(
                        *record.job->limit_ns - record.started.wall_ns, 0))));
    due.changed = true;
  }
  const std::int64_t first = std::min(signal_at(record), warn_at(record));
  if (first <= now.wall_ns && asked_ns_ != 0 && now.monotonic_ns - asked_ns_ > kFreshNs) {
    ask(record, now);
    return;
  }
  const std::int64_t left = *record.job->limit_ns - now.wall_ns;
  if (signal_at(record) <= now.wall_ns) {
    signalled_ = true;
    due.signal = config_.signal_before.signal;
    record.notes.push_back(fmt::format("{} was sent to the job {} before its time limit",
                                       signal_name(due.signal),
                                       describe_duration(std::max<std::int64_t>(left, 0))));
    due.changed = true;
  }
  if (warn_at(record) <= now.wall_ns) {
    warned_ = true;
    due.warn = true;
  }
}

Allocation::Due Allocation::look(RunRecord& record, const Moment& now)
{
  Due due;
  if (stage_ == Stage::begin) {
    begin(record, now, due);
  }
  if (stage_ == Stage::ask_later && now.monotonic_ns >= ask_at_ns_) {
    ask(record, now);
  }
  if (stage_ == Stage::asking) {
    take_answer(record, now, due);
  }
  if (stage_ == Stage::known) {
    act(record, now, due);
  }
  if (stage_ == Stage::asking) {
    due.next_ns = now.monotonic_ns + kLookAgainNs;
  } else if (stage_ == Stage::ask_later) {
    due.next_ns = ask_at_ns_;
  } else if (stage_ == Stage::known && record.job && record.job->limit_ns) {
    const std::int64_t first = std::min(signal_at(record), warn_at(record));
    // By the wall clock, which may be set meanwhile.
    due.next_ns = first == INT64_MAX
                      ? INT64_MAX
                      : now.monotonic_ns +
                            std::min(std::max<std::int64_t>(first - now.wall_ns, 0), kAskAgainNs);
  }
  return due;
}

}  // namespace gpualert::cli
