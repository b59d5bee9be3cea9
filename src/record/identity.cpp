#include "record/identity.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>

namespace gpualert {

namespace {

std::string env(const char* name)
{
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// Ids become parts of file names: anything else than letters, digits, '.', '_' and '+' is replaced,
// so that no value of an environment variable can leave the directory.
std::string file_safe(std::string text)
{
  for (char& c : text) {
    const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '_' || c == '+';
    c = fine ? c : '_';
  }
  return text.substr(0, 64);
}

}  // namespace

std::string host_name()
{
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) {
    return "localhost";
  }
  return name.data();
}

std::string boot_id()
{
  Result<std::string> text = read_file("/proc/sys/kernel/random/boot_id");
  if (!text) {
    return {};
  }
  while (!text->empty() && text->back() == '\n') {
    text->pop_back();
  }
  return *text;
}

// No getpwuid(3): it loads the site's NSS modules, and may ask a directory server that is down.
std::string user_name()
{
  for (const char* name : {"LOGNAME", "USER"}) {
    if (std::string user = env(name); !user.empty()) {
      return user;
    }
  }
  std::string uid = std::to_string(::geteuid());
  const Result<std::string> passwd = read_file("/etc/passwd");
  const std::string text = passwd ? "\n" + *passwd : std::string();
  const auto at = text.find(":x:" + uid + ":");
  if (at == std::string::npos) {
    return uid;
  }
  const auto line = text.rfind('\n', at) + 1;
  return text.substr(line, at - line);
}

SchedulerIdentity scheduler_identity()
{
  SchedulerIdentity s;
  s.rank = env("RANK");
  s.job = env("SLURM_JOB_ID");
  if (s.job.empty()) {
    return s;
  }
  s.kind = "slurm";
  s.step = env("SLURM_STEP_ID");
  s.array_job = env("SLURM_ARRAY_JOB_ID");
  s.array_task = env("SLURM_ARRAY_TASK_ID");
  s.node = env("SLURMD_NODENAME");
  s.restart = env("SLURM_RESTART_COUNT");
  s.job_name = env("SLURM_JOB_NAME");
  // A batch script has SLURM_PROCID=0 too; only inside a step does it name a rank.
  if (s.rank.empty() && !s.step.empty()) {
    s.rank = env("SLURM_PROCID");
  }
  return s;
}

std::string make_run_id(const Moment& start, const std::string& host, int pid,
                        const SchedulerIdentity& scheduler)
{
  std::string stamp = format_utc(start.wall_ns);
  std::erase(stamp, '-');
  std::erase(stamp, ':');
  std::string id = fmt::format("{}-{}-{}", stamp, file_safe(host), pid);
  const std::pair<const char*, const std::string*> parts[] = {{"job", &scheduler.job},
                                                              {"task", &scheduler.array_task},
                                                              {"step", &scheduler.step},
                                                              {"rank", &scheduler.rank},
                                                              {"restart", &scheduler.restart}};
  for (const auto& [name, value] : parts) {
    if (!value->empty()) {
      id += fmt::format("-{}{}", name, file_safe(*value));
    }
  }
  return id;
}

std::string make_group(const SchedulerIdentity& scheduler, const std::string& run_id)
{
  if (scheduler.kind.empty()) {
    return run_id;
  }
  std::string group = scheduler.kind + "-" + file_safe(scheduler.job);
  if (!scheduler.step.empty()) {
    group += "." + file_safe(scheduler.step);
  }
  return group;
}

}  // namespace gpualert
