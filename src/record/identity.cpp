#include "record/identity.hpp"

#include "base/file.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace gpualert {

namespace {

std::string env(const char* name)
{
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// A file name holds 255 bytes, and a suffix may come.
constexpr std::size_t kHostLimit = 40;
constexpr std::size_t kNameLimit = 64;

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

std::string make_run_id(const Moment& start, const std::string& host, int pid,
                        const SchedulerIdentity& scheduler)
{
  std::string stamp = format_utc(start.wall_ns);
  std::erase(stamp, '-');
  std::erase(stamp, ':');
  std::string id = fmt::format("{}-{}-{}", stamp, file_safe(host, kHostLimit), pid);
  struct Part {
    const char* name;
    const std::string& value;
    std::size_t limit;
  };
  const std::string other_job =
      scheduler.array_job == scheduler.job ? std::string() : scheduler.array_job;
  const Part parts[] = {{"job", scheduler.job, 40},         {"array", other_job, 20},
                        {"task", scheduler.array_task, 12}, {"step", scheduler.step, 12},
                        {"rank", scheduler.rank, 12},       {"restart", scheduler.restart, 8},
                        {"relaunch", scheduler.relaunch, 8}};
  for (const auto& [name, value, limit] : parts) {
    if (!value.empty()) {
      id += fmt::format("-{}{}", name, file_safe(value, limit));
    }
  }
  return id;
}

std::string make_group(const SchedulerIdentity& scheduler, const std::string& run_id)
{
  if (scheduler.kind.empty()) {
    return scheduler.launch.empty() ? run_id
                                    : file_safe(scheduler.launcher, kNameLimit) + "-" +
                                          file_safe(scheduler.launch, kNameLimit);
  }
  std::string group = scheduler.kind + "-" + file_safe(scheduler.job, kNameLimit);
  if (!scheduler.step.empty()) {
    group += "." + file_safe(scheduler.step, kNameLimit);
  }
  return group;
}

}  // namespace gpualert
