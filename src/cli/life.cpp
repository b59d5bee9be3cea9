#include "cli/life.hpp"

#include "base/file.hpp"
#include "base/process.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t changed_ns(const std::string& path)
{
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mtim.tv_sec * kSecond + info.st_mtim.tv_nsec
                                          : 0;
}

std::uint64_t ticks_per_second()
{
  return static_cast<std::uint64_t>(std::max(::sysconf(_SC_CLK_TCK), 1L));
}

// A run of the first half second has no mark, which tells the start of the supervisor; the time of
// the run does instead, roughly: a process that took the pid over began much later.
bool is_supervisor(const RunRecord& record, const OpenRun& mark)
{
  if (!is_alive(record.supervisor_pid)) {
    return false;
  }
  const std::uint64_t start = process_start(record.supervisor_pid);
  if (mark.supervisor_start != 0 && start != 0) {
    return start == mark.supervisor_start;
  }
  const auto began = static_cast<std::uint64_t>(record.started.monotonic_ns / kSecond);
  return start / ticks_per_second() <= began + 1;
}

// It begins right after the supervisor, and may outlive it.
bool is_logger(const RunRecord& record, const OpenRun& mark)
{
  if (!is_alive(record.logger_pid)) {
    return false;
  }
  constexpr std::uint64_t kForkTime = 10;  // seconds, on a machine that swaps
  const auto began = mark.supervisor_start != 0
                         ? mark.supervisor_start / ticks_per_second()
                         : static_cast<std::uint64_t>(record.started.monotonic_ns / kSecond);
  return process_start(record.logger_pid) / ticks_per_second() <= began + kForkTime;
}

LifeSigns by_processes(const RunRecord& record, const OpenRun& mark, std::int64_t last_ns)
{
  const bool lives = is_supervisor(record, mark) || is_logger(record, mark);
  return lives ? LifeSigns{Life::live, "its processes live", last_ns}
               : LifeSigns{Life::dead, "its processes are gone", last_ns};
}

LifeSigns by_silence(const std::string& why, std::chrono::seconds limit, std::int64_t last_ns,
                     std::int64_t now_ns)
{
  const std::int64_t silent = now_ns - last_ns;
  const bool dead = std::chrono::nanoseconds{silent} > limit;
  return {dead ? Life::dead : Life::unknown,
          fmt::format("{}, and it was silent for {}", why, describe_duration(silent)), last_ns};
}

// The allocation of the job was over a while ago.
bool is_past(const RunRecord& record, std::int64_t now_ns)
{
  return record.job && record.job->limit_ns &&
         now_ns - *record.job->limit_ns > std::chrono::nanoseconds{kSilentAfterEnd}.count();
}

}  // namespace

Here here()
{
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  Result<std::string> boot = read_file("/proc/sys/kernel/random/boot_id", 4096);
  std::string id = boot ? std::move(boot).value() : std::string();
  while (id.ends_with('\n')) {
    id.pop_back();
  }
  return {name.data(), std::move(id), pid_namespace()};
}

LifeSigns life_of(const RunRecord& record, const OpenRun& mark, const Here& me, std::int64_t now_ns)
{
  const std::int64_t last_ns =
      std::max({changed_ns(record.path + "/run.json"), changed_ns(record.path + "/output.idx"),
                changed_ns(record.log.path)});
  if (record.host != me.host && is_past(record, now_ns)) {
    return by_silence("it is of " + record.host + " and the end of its job is past",
                      kSilentAfterEnd, last_ns, now_ns);
  }
  if (record.host != me.host) {
    return by_silence("it is of " + record.host, kSilentElsewhere, last_ns, now_ns);
  }
  if (record.boot_id != me.boot_id) {
    return by_silence(me.host + " was started anew since", kSilentAfterEnd, last_ns, now_ns);
  }
  if (!mark.pid_namespace.empty() && mark.pid_namespace != me.pid_namespace) {
    return by_silence("it is of another container of " + me.host, kSilentElsewhere, last_ns,
                      now_ns);
  }
  return by_processes(record, mark, last_ns);
}

}  // namespace gpualert::cli
