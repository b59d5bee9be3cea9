// Parts that change something a command inherits, and then become it.
#include "probe.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string_view>

namespace probe {

namespace {

template <typename Function>
void for_each_signal(std::string_view list, Function function)
{
  for (;;) {
    const auto comma = list.find(',');
    function(signal_number(list.substr(0, comma)));
    if (comma == std::string_view::npos) {
      return;
    }
    list.remove_prefix(comma + 1);
  }
}

int wait_for(pid_t pid)
{
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

int ignore_signals(int /*count*/, char** args)
{
  for_each_signal(args[0], [](int s) { ::signal(s, SIG_IGN); });
  become(args + 1);
}

int default_signals(int /*count*/, char** args)
{
  for_each_signal(args[0], [](int s) { ::signal(s, SIG_DFL); });
  become(args + 1);
}

int block_signals(int /*count*/, char** args)
{
  for_each_signal(args[0], [](int s) {
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, s);
    ::sigprocmask(SIG_BLOCK, &one, nullptr);
  });
  become(args + 1);
}

int set_nonblocking(int /*count*/, char** args)
{
  const int fd = static_cast<int>(number(args[0]));
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  become(args + 1);
}

int new_session(int /*count*/, char** args)
{
  if (::setsid() < 0) {
    return 125;
  }
  become(args);
}

int allow_core(int /*count*/, char** args)
{
  const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
  ::setrlimit(RLIMIT_CORE, &all);
  become(args);
}

int wait_status(int /*count*/, char** args)
{
  const pid_t pid = ::fork();
  if (pid == 0) {
    become(args + 1);
  }
  const int status = wait_for(pid);
  std::FILE* file = std::fopen(args[0], "w");
  if (file == nullptr) {
    return 1;
  }
  if (WIFSIGNALED(status)) {
    std::fprintf(file, "sig %d core %d\n", WTERMSIG(status), WCOREDUMP(status) ? 1 : 0);
  } else {
    std::fprintf(file, "exit %d\n", WEXITSTATUS(status));
  }
  return std::fclose(file);
}

int on_socket(int /*count*/, char** args)
{
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return 1;
  }
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(ends[1], 1);
    become(args);
  }
  ::close(ends[1]);
  std::array<char, 65536> buffer;
  long total = 0;
  for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
    total += n;
  }
  const int status = wait_for(pid);
  std::printf("%ld %d\n", total, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return 0;
}

}  // namespace probe
