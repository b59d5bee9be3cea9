#include "supervise/inherited.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gpualert::supervision {

namespace {

constexpr std::array<int, 3> kIgnoredByUs{SIGPIPE, SIGXFSZ, SIGTTOU};

void note_descriptors(Inherited& inherited) noexcept
{
  for (int fd = 0; fd <= 2; ++fd) {
    const auto i = static_cast<std::size_t>(fd);
    inherited.closed.at(i) = ::fcntl(fd, F_GETFD) < 0;
    if (inherited.closed.at(i)) {
      const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
      if (null >= 0 && null != fd) {
        ::dup2(null, fd);
        ::close(null);
      }
    }
    inherited.terminal.at(i) = !inherited.closed.at(i) && ::isatty(fd) != 0;
  }
  struct stat out {};
  struct stat err {};
  inherited.one_output = !inherited.closed[1] && !inherited.closed[2] && ::fstat(1, &out) == 0 &&
                         ::fstat(2, &err) == 0 && out.st_dev == err.st_dev &&
                         out.st_ino == err.st_ino;
}

}  // namespace

Inherited take_inherited() noexcept
{
  Inherited inherited;
  note_descriptors(inherited);
  sigset_t& blocked = inherited.blocked;
  ::sigfillset(&blocked);
  for (const int fault : kFaults) {
    ::sigdelset(&blocked, fault);
  }
  for (int s = 1; s < kSignals; ++s) {
    struct sigaction& action = inherited.actions.at(static_cast<std::size_t>(s));
    ::sigaction(s, nullptr, &action);
    if (action.sa_handler == SIG_IGN && s != SIGCHLD) {
      ::sigdelset(&blocked, s);
    }
  }
  ::sigprocmask(SIG_BLOCK, &blocked, &inherited.mask);
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &action, nullptr);
  action.sa_handler = SIG_IGN;
  for (const int s : kIgnoredByUs) {
    ::sigaction(s, &action, nullptr);
  }
  return inherited;
}

void restore_signals(const Inherited& inherited) noexcept
{
  const auto restore = [&](int s) {
    ::sigaction(s, &inherited.actions.at(static_cast<std::size_t>(s)), nullptr);
  };
  restore(SIGCHLD);
  for (const int s : kIgnoredByUs) {
    restore(s);
  }
  for (const int s : kFaults) {
    restore(s);
  }
  ::sigprocmask(SIG_SETMASK, &inherited.mask, nullptr);
}

void close_what_was_closed(const Inherited& inherited) noexcept
{
  for (int fd = 0; fd <= 2; ++fd) {
    if (inherited.closed.at(static_cast<std::size_t>(fd))) {
      ::close(fd);
    }
  }
}

}  // namespace gpualert::supervision
