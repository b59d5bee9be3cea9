#include "supervise/descriptors.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gpualert;
using namespace gpualert::supervision;

namespace {

bool is_open(int fd)
{
  return ::fcntl(fd, F_GETFD) >= 0;
}

Fd open_null()
{
  return Fd{::open("/dev/null", O_RDWR)};
}

// True when `check` is, in a child of its own.
template <typename Check>
bool in_child(Check check)
{
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::_exit(check() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status == 0;
}

}  // namespace

TEST_CASE("raise_fd: to 100 or above, close-on-exec, the old number closed")
{
  Fd fd = open_null();
  const int low = fd.get();
  REQUIRE(low < 100);
  const Fd raised = raise_fd(std::move(fd));
  CHECK(raised.get() >= 100);
  CHECK((::fcntl(raised.get(), F_GETFD) & FD_CLOEXEC) != 0);
  CHECK_FALSE(is_open(low));
  CHECK_FALSE(raise_fd(Fd{}));
}

TEST_CASE("raise_fd: lower where no higher number is allowed")
{
  CHECK(in_child([] {
    const rlimit few{20, 20};
    ::setrlimit(RLIMIT_NOFILE, &few);
    const Fd raised = raise_fd(open_null());
    return raised.get() >= 10 && raised.get() < 20;
  }));
  CHECK(in_child([] {
    Fd fd = open_null();
    const auto next = static_cast<rlim_t>(fd.get()) + 1;
    const rlimit none{next, next};
    ::setrlimit(RLIMIT_NOFILE, &none);
    return static_cast<bool>(raise_fd(std::move(fd)));  // stays where it is, and stays open
  }));
}

TEST_CASE("close_others: all from 3 up but those to keep, in any order")
{
  CHECK(in_child([] {
    for (const int fd : {3, 4, 5, 50, 250, 251}) {
      ::dup2(2, fd);
    }
    close_others({250, 4, -1, 1});
    return is_open(0) && is_open(1) && is_open(2) && !is_open(3) && is_open(4) && !is_open(5) &&
           !is_open(50) && is_open(250) && !is_open(251);
  }));
  CHECK(in_child([] {
    ::dup2(2, 3);
    close_others({});
    return is_open(2) && !is_open(3);
  }));
}

TEST_CASE("release_standard_fds: all three lead to /dev/null, and to nothing of the user's")
{
  CHECK(in_child([] {
    int ends[2]{};
    if (::pipe(ends) != 0) {
      return false;
    }
    ::dup2(ends[1], 1);
    ::dup2(ends[1], 2);
    ::close(ends[1]);
    release_standard_fds();
    char byte = 0;
    return ::read(ends[0], &byte, 1) == 0 && ::write(1, "x", 1) == 1 && ::read(0, &byte, 1) == 0;
  }));
}
