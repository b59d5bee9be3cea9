#include "mailprog/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace gpualert::mailprog {

void shed_inheritance()
{
  // A file that we open must not become a standard stream of ours.
  int fd = 0;
  do {
    fd = ::open("/dev/null", O_RDWR | O_NOCTTY);
  } while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) {
    ::close(fd);
  }
  for (int number = 1; number < NSIG; ++number) {
    ::signal(number, SIG_DFL);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 0);
  ::setenv("LANG", "C.UTF-8", 0);
}

void detach()
{
  const int null = ::open("/dev/null", O_RDWR | O_NOCTTY);
  for (int fd = 0; null >= 0 && fd <= STDERR_FILENO; ++fd) {
    ::dup2(null, fd);
  }
  if (null > STDERR_FILENO) {
    ::close(null);
  }
  if (::chdir("/") != 0) {
    return;  // then that directory stays busy a little longer
  }
}

}  // namespace gpualert::mailprog
