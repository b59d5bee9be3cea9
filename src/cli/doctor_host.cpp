#include "cli/doctor.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/timex.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>

namespace gpualert::cli {

namespace {

using Level = Finding::Level;

void examine_clock(Findings& findings)
{
  constexpr std::time_t kBuiltAfter = 1735689600;  // 2025
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  if (now < kBuiltAfter) {
    findings.push_back({Level::fail, "clock", fmt::format("{} is in the past", text.data()),
                        "set it: mail from the past is taken for spam"});
    return;
  }
  timex state{};
  if (::adjtimex(&state) == TIME_ERROR) {
    findings.push_back({Level::warn, "clock",
                        fmt::format("{}; nothing keeps it right", text.data()),
                        "run a time service (chrony); times in reports may be off"});
  } else {
    findings.push_back({Level::ok, "clock", text.data(), ""});
  }
}

void examine_kernel_log(Findings& findings)
{
  if (const Fd log{::open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)}; log) {
    findings.push_back({Level::ok, "kernel log", "can be read", ""});
    return;
  }
  findings.push_back({Level::warn, "kernel log", last_os_error("open /dev/kmsg").what,
                      "nothing, usually: then a kill for memory is known from the cgroup, and an "
                      "Xid error of a GPU only if the job prints it"});
}

// The path behind `mark` in /proc/self/cgroup; "" when no line has it.
std::string cgroup_path(const std::string& groups, const std::string& mark)
{
  const auto at = groups.find(mark);
  if (at == std::string::npos) {
    return "";
  }
  const auto begin = at + mark.size();
  return groups.substr(begin, groups.find('\n', begin) - begin);
}

void examine_cgroup(Findings& findings)
{
  const Result<std::string> groups = read_file("/proc/self/cgroup");
  const std::string text = groups ? groups.value() : "";
  std::vector<std::string> places{
      "/sys/fs/cgroup/memory" + cgroup_path(text, ":memory:") + "/memory.oom_control",
      "/sys/fs/cgroup/memory/memory.oom_control"};
  if (text.starts_with("0::") || text.find("\n0::") != std::string::npos) {
    places.insert(places.begin(),
                  "/sys/fs/cgroup" + cgroup_path("\n" + text, "\n0::") + "/memory.events");
  }
  for (const std::string& place : places) {
    if (::access(place.c_str(), R_OK) == 0) {
      findings.push_back({Level::ok, "cgroup", place + " can be read", ""});
      return;
    }
  }
  findings.push_back({Level::warn, "cgroup", "no memory events can be read",
                      "a kill for memory will be guessed from SIGKILL alone; mount /sys/fs/cgroup "
                      "in the container"});
}

bool in_path(const std::string& program)
{
  // Nothing changes the environment while this runs.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const char* variable = std::getenv("PATH");
  std::string path = variable == nullptr ? "" : variable;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string file = path.substr(begin, end - begin) + "/" + program;
    if (::access(file.c_str(), X_OK) == 0) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

void examine_slurm(Findings& findings)
{
  std::vector<std::string> there;
  std::vector<std::string> missing;
  for (const char* program : {"sbatch", "srun", "squeue", "scontrol", "sacct"}) {
    (in_path(program) ? there : missing).emplace_back(program);
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe): as above
  const bool in_job = std::getenv("SLURM_JOB_ID") != nullptr;
  if (there.empty() && !in_job) {
    findings.push_back({Level::ok, "Slurm", "not on this host", ""});
  } else if (missing.empty()) {
    findings.push_back({Level::ok, "Slurm", fmt::format("{}", fmt::join(there, ", ")), ""});
  } else {
    findings.push_back({Level::warn, "Slurm",
                        fmt::format("not in PATH: {}", fmt::join(missing, ", ")),
                        "nothing, if jobs are started elsewhere; else add Slurm's bin directory"});
  }
}

}  // namespace

void examine_host(const Patient&, Findings& findings)
{
  examine_clock(findings);
  examine_kernel_log(findings);
  examine_cgroup(findings);
  examine_slurm(findings);
}

}  // namespace gpualert::cli
