#include "scheduler/child.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace gpualert::scheduler {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kErrorsKept = 4096;
constexpr const char* kUsualPath = "PATH=/usr/local/bin:/usr/bin:/bin:/opt/slurm/bin";
constexpr std::array<const char*, 2> kOurs{"SLURM_TIME_FORMAT=%s", "LC_ALL=C"};

bool sets(const char* entry, const char* variable)
{
  const char* end = std::strchr(variable, '=');
  return std::strncmp(entry, variable, static_cast<std::size_t>(end - variable) + 1) == 0;
}

// Ours with the format of times set. A mail program is started without PATH.
std::vector<char*> environment_of_child()
{
  std::vector<char*> entries;
  bool has_path = false;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::ranges::none_of(kOurs, [&](const char* ours) { return sets(*entry, ours); })) {
      entries.push_back(*entry);
      has_path = has_path || sets(*entry, kUsualPath);
    }
  }
  for (const char* ours : kOurs) {
    entries.push_back(const_cast<char*>(ours));
  }
  if (!has_path) {
    entries.push_back(const_cast<char*>(kUsualPath));
  }
  entries.push_back(nullptr);
  return entries;
}

class SpawnPlan {
public:
  SpawnPlan(const Fd& out, const Fd& err)
  {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, out.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, err.get(), STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan()
  {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  Result<pid_t> start(const std::vector<std::string>& words)
  {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (const std::string& word : words) {
      argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    std::vector<char*> environment = environment_of_child();
    pid_t pid = 0;
    errno = ::posix_spawnp(&pid, argv.front(), &actions_, &attributes_, argv.data(),
                           environment.data());
    return errno == 0 ? Result<pid_t>(pid) : last_os_error("start " + words.front());
  }

private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Reads what is there; false at the end of the stream.
bool drain(const Fd& from, std::string& to, std::size_t keep)
{
  std::array<char, 16384> buffer;
  const ssize_t n = ::read(from.get(), buffer.data(), buffer.size());
  if (n > 0) {
    const std::size_t room = keep - std::min(to.size(), keep);
    to.append(buffer.data(), std::min(static_cast<std::size_t>(n), room));
  }
  return n > 0 || (n < 0 && errno == EINTR);
}

// Why it has to be killed; "" when both streams ended.
std::string read_both(Fd out, Fd err, Clock::time_point end, std::size_t limit, ChildOutput& result)
{
  while (out || err) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) {
      return "gave no answer in time";
    }
    std::array<pollfd, 2> ready{{{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), static_cast<int>(left.count())) <= 0) {
      continue;
    }
    if (ready[0].revents != 0 && !drain(out, result.output, limit + 1)) {
      out.reset();
    }
    if (ready[1].revents != 0 && !drain(err, result.errors, kErrorsKept)) {
      err.reset();
    }
    if (result.output.size() > limit) {
      return "printed more than " + std::to_string(limit) + " bytes";
    }
  }
  return {};
}

int wait_for(pid_t pid)
{
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kSignalBase = 128;
  return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Result<ChildOutput> run_child(const std::vector<std::string>& argv, std::chrono::milliseconds time,
                              std::size_t limit)
{
  std::array<int, 4> ends{-1, -1, -1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return last_os_error("make a pipe");
  }
  Fd out{ends[0]};
  Fd out_writer{ends[1]};
  if (::pipe2(ends.data() + 2, O_CLOEXEC) != 0) {
    return last_os_error("make a pipe");
  }
  Fd err{ends[2]};
  Fd err_writer{ends[3]};
  const Result<pid_t> pid = SpawnPlan{out_writer, err_writer}.start(argv);
  if (!pid) {
    return pid.error();
  }
  out_writer.reset();
  err_writer.reset();
  ChildOutput result;
  const std::string trouble =
      read_both(std::move(out), std::move(err), Clock::now() + time, limit, result);
  if (!trouble.empty()) {
    ::kill(-*pid, SIGKILL);
  }
  result.status = wait_for(*pid);
  return trouble.empty() ? Result<ChildOutput>(std::move(result))
                         : Result<ChildOutput>(Error{argv.front() + " " + trouble, ETIMEDOUT});
}

}  // namespace gpualert::scheduler
