#include "deliver/process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <vector>

namespace gpualert::deliver {

namespace {

void close_inherited()
{
  constexpr unsigned kFirst = 3;
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, kFirst, ~0U, 0) == 0) {
    return;
  }
#endif
  // Before Linux 5.9. The limit may be a million; a job rarely has more than a few open.
  constexpr int kMost = 4096;
  for (int fd = kFirst; fd < kMost; ++fd) {
    ::close(fd);
  }
}

void reset_signals()
{
  for (int number = 1; number < NSIG; ++number) {
    ::signal(number, SIG_DFL);
  }
  // A closed connection, or a file that may not grow, is an error code like any other.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void set_limits()
{
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__  // its leak check attaches to the process
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

}  // namespace

void shed_inheritance()
{
  close_inherited();
  reset_signals();
  set_limits();
  ::umask(077);
  // A dead name server must not take the whole deadline: one try of three seconds each. The user's
  // own value stays.
  ::setenv("RES_OPTIONS", "timeout:3 attempts:1", 0);
}

void leave_terminal()
{
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; ++fd) {
    if (null >= 0 && null != fd) {
      ::dup2(null, fd);
    } else if (null < 0) {
      ::close(fd);
    }
  }
  if (null > 2) {
    ::close(null);
  }
  if (::chdir("/") != 0) {
    return;  // then the job's directory stays busy a little longer
  }
}

void arm_watchdog(std::chrono::milliseconds from_now)
{
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(from_now).count();
  const itimerval timer{{0, 0}, {us / 1'000'000, us % 1'000'000}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

Status start_waiting(const std::string& state_dir, const std::string& config,
                     std::chrono::seconds wait)
{
  std::array<char, PATH_MAX> program{};
  if (::readlink("/proc/self/exe", program.data(), program.size() - 1) < 0) {
    return last_os_error("find this program");
  }
  std::vector<std::string> words{program.data(), "--state", state_dir, "--wait",
                                 std::to_string(wait.count())};
  if (!config.empty()) {
    words.insert(words.end(), {"--config", config});
  }
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  pid_t pid = -1;
  errno = ::posix_spawn(&pid, program.data(), nullptr, nullptr, argv.data(), environ);
  return errno == 0 ? ok() : Status(last_os_error("start " + words.front()));
}

}  // namespace gpualert::deliver
