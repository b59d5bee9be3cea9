#include "eval/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

namespace gpualert::eval {

namespace {

constexpr double kMilliseconds = 1000;

std::string name_of(const std::string& setting)
{
  return setting.substr(0, setting.find('='));
}

std::vector<std::string> environment_of(const Command& command)
{
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string name = name_of(*entry);
    if (std::none_of(command.environment.begin(), command.environment.end(),
                     [&](const std::string& change) { return name_of(change) == name; })) {
      result.emplace_back(*entry);
    }
  }
  std::copy_if(command.environment.begin(), command.environment.end(), std::back_inserter(result),
               [](const std::string& change) { return change.find('=') != std::string::npos; });
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings)
{
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& text : strings) {
    result.push_back(text.data());
  }
  result.push_back(nullptr);
  return result;
}

Ending ending_of(int status)
{
  return WIFSIGNALED(status) ? Ending{Signalled{WTERMSIG(status), WCOREDUMP(status) != 0}}
                             : Ending{Exited{WEXITSTATUS(status)}};
}

// Whether the process ended within the time. A kernel without pidfd_open waits as long as it takes.
bool ends_within(pid_t pid, double limit_s)
{
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (pidfd < 0) {
    return true;
  }
  pollfd end{pidfd, POLLIN, 0};
  const double deadline = seconds_now() + limit_s;
  int ready = 0;
  do {
    const double left = std::max(0.0, deadline - seconds_now());
    ready = ::poll(&end, 1, static_cast<int>(left * kMilliseconds) + 1);
  } while (ready < 0 && errno == EINTR);
  ::close(pidfd);
  return ready != 0;
}

// Parents of all processes, by pid.
std::map<pid_t, pid_t> parents()
{
  std::map<pid_t, pid_t> result;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc{}) {
      continue;
    }
    std::ifstream in(entry.path() / "stat");
    std::string stat;
    std::getline(in, stat);
    // "4711 (name, which may hold anything) S 4700 ..."
    const std::size_t after = stat.rfind(')');
    if (after != std::string::npos && after + 4 < stat.size()) {
      result[pid] = static_cast<pid_t>(std::strtol(stat.c_str() + after + 4, nullptr, 10));
    }
  }
  return result;
}

bool descends_from(pid_t pid, pid_t ancestor, const std::map<pid_t, pid_t>& parents)
{
  for (auto at = parents.find(pid); at != parents.end(); at = parents.find(at->second)) {
    if (at->second == ancestor) {
      return true;
    }
  }
  return false;
}

}  // namespace

double seconds_now()
{
  constexpr double kNanoseconds = 1e9;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / kNanoseconds;
}

Result<pid_t> start(const Command& command)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  const int make = O_WRONLY | O_CREAT | O_TRUNC;
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, command.out.c_str(), make, 0644);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, command.err.c_str(), make, 0644);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> argv = command.argv, environment = environment_of(command);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, argv.front().c_str(), &files, &attributes,
                                   pointers(argv).data(), pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    errno = error;
    return last_os_error("start " + argv.front());
  }
  return pid;
}

Result<Outcome> wait_for(pid_t pid, double limit_s)
{
  const double begin = seconds_now();
  Outcome outcome;
  outcome.timed_out = !ends_within(pid, limit_s);
  if (outcome.timed_out) {
    ::kill(-pid, SIGKILL);
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return last_os_error("wait");
    }
  }
  outcome.ending = ending_of(status);
  outcome.seconds = seconds_now() - begin;
  return outcome;
}

Result<Outcome> run(const Command& command, double limit_s)
{
  const double begin = seconds_now();
  const Result<pid_t> pid = start(command);
  if (!pid) {
    return pid.error();
  }
  Result<Outcome> outcome = wait_for(*pid, limit_s);
  if (outcome) {
    outcome->seconds = seconds_now() - begin;
  }
  return outcome;
}

void adopt_strays()
{
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void kill_descendants()
{
  // Again until there is none: one may have forked while the others were killed, so nothing here
  // waits for the death of a certain one.
  constexpr timespec kPause{0, 1'000'000};
  for (bool any = true; any;) {
    any = false;
    const std::map<pid_t, pid_t> table = parents();
    for (const auto& [pid, parent] : table) {
      if (descends_from(pid, ::getpid(), table)) {
        any = true;
        ::kill(pid, SIGKILL);
      }
    }
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (any) {
      ::nanosleep(&kPause, nullptr);
    }
  }
}

bool wait_for_file(const std::string& path, double limit_s)
{
  constexpr timespec kPause{0, 1000000};
  for (const double deadline = seconds_now() + limit_s; seconds_now() < deadline;) {
    if (::access(path.c_str(), F_OK) == 0) {
      return true;
    }
    ::nanosleep(&kPause, nullptr);
  }
  return false;
}

}  // namespace gpualert::eval
