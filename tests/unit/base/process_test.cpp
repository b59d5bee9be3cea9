#include "base/process.hpp"

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace gpualert;

TEST_CASE("process: a live one has a start, a dead one has none, a zombie is dead")
{
  const std::uint64_t mine = process_start(::getpid());
  CHECK(mine > 0);
  CHECK(is_alive(::getpid()));
  CHECK(is_alive(1));
  CHECK_FALSE(is_alive(0));
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  CHECK(is_alive(child));
  CHECK(process_start(child) >= mine);
  ::kill(child, SIGKILL);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  CHECK_FALSE(is_alive(child));
  ::waitpid(child, nullptr, 0);
  CHECK_FALSE(is_alive(child));
  CHECK(process_start(child) == 0);
}

TEST_CASE("process: the pid namespace is a number")
{
  CHECK(pid_namespace().find_first_not_of("0123456789") == std::string::npos);
}
