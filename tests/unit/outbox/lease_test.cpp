#include "outbox/lease.hpp"

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

using namespace gpualert::outbox;

namespace {

int pid_of_a_dead_process()
{
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::_exit(0);
  }
  ::waitpid(pid, nullptr, 0);
  return pid;
}

}  // namespace

TEST_CASE("lease: its text can be read back, whatever the host is called")
{
  const Lease lease{1'772'508'549, 4711, "0f8fad5b", "4026531836", "gpu07.cluster.example.org"};
  CHECK(to_text(lease) == "1772508549.4711.0f8fad5b.4026531836.gpu07.cluster.example.org");
  const auto back = parse_lease(to_text(lease));
  REQUIRE(back);
  CHECK(to_text(*back) == to_text(lease));
}

TEST_CASE("lease: text that is none gives none")
{
  for (const char* bad : {"", "x", "1", "1.x", "-5.1.a.b.c", "99999999999999999999.1.a.b.c"}) {
    CHECK_FALSE(parse_lease(bad));
  }
}

TEST_CASE("lease: holds while its holder lives, up to its end")
{
  const Lease mine = own_lease(1000);
  CHECK(holds(mine, mine, 999));
  CHECK_FALSE(holds(mine, mine, 1000));
}

TEST_CASE("lease: ends at once when the holder died on this host")
{
  Lease lease = own_lease(1000);
  lease.pid = pid_of_a_dead_process();
  CHECK_FALSE(holds(lease, own_lease(1000), 10));
  lease.pid_ns = "1";  // a container's pid says nothing here
  CHECK(holds(lease, own_lease(1000), 10));
}

TEST_CASE("lease: a holder that was killed and not waited for is dead")
{
  Lease lease = own_lease(1000);
  lease.pid = ::fork();
  if (lease.pid == 0) {
    ::_exit(0);
  }
  siginfo_t info{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(lease.pid), &info, WEXITED | WNOWAIT) == 0);
  CHECK_FALSE(holds(lease, own_lease(1000), 10));
  ::waitpid(lease.pid, nullptr, 0);
}

TEST_CASE("lease: another boot of this host may be another host of this name")
{
  Lease lease = own_lease(1000);
  lease.boot = "01234567";
  CHECK(holds(lease, own_lease(1000), 1299));
  CHECK_FALSE(holds(lease, own_lease(1000), 1300));
}

TEST_CASE("lease: of another host, holds five minutes longer: clocks differ")
{
  Lease lease = own_lease(1000);
  lease.host = "another";
  CHECK(holds(lease, own_lease(1000), 1299));
  CHECK_FALSE(holds(lease, own_lease(1000), 1300));
}
