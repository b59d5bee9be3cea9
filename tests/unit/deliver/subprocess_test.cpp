#include "deliver/subprocess.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using namespace gpualert::deliver;
using std::chrono::milliseconds;

namespace {

Finished shell(const std::string& script, const std::string& input = {},
               milliseconds limit = milliseconds(20'000))
{
  // As in the deliverer: a child that does not read must not be our end.
  ::signal(SIGPIPE, SIG_IGN);
  const auto finished = run_process({"/bin/sh", "-c", script}, input, Deadline(limit));
  REQUIRE(finished);
  return finished.value();
}

}  // namespace

TEST_CASE("subprocess: input, output, errors and status")
{
  const Finished finished = shell("cat; echo bad >&2; exit 3", "text\n");
  CHECK(finished.output == "text\n");
  CHECK(finished.errors == "bad\n");
  CHECK(finished.exit_code == 3);
  CHECK_FALSE(finished.timed_out);
  CHECK(shell("kill -9 $$").exit_code == 137);
}

TEST_CASE("subprocess: a megabyte goes in while as much comes out, and what is kept is bounded")
{
  const std::string megabyte(1 << 20, 'x');
  const Finished finished = shell("cat", megabyte);
  CHECK(finished.exit_code == 0);
  CHECK(finished.output == std::string(64 << 10, 'x'));
}

TEST_CASE("subprocess: a child that does not read its input ends all the same")
{
  CHECK(shell("exit 7", std::string(1 << 20, 'x')).exit_code == 7);
}

TEST_CASE("subprocess: at the deadline the whole process group is killed")
{
  const test::Scratch scratch;
  const std::string script = "trap '' TERM; (sleep 1; echo alive > " + scratch.path() +
                             "/alive) & while :; do sleep 1; done";
  const auto start = Deadline::Clock::now();
  CHECK(shell(script, {}, milliseconds(200)).timed_out);
  CHECK(Deadline::Clock::now() - start < milliseconds(900));
  CHECK(shell("sleep 1.2; cat " + scratch.path() + "/alive").exit_code == 1);
}

TEST_CASE("subprocess: a grandchild that keeps the pipes open is not waited for")
{
  const auto start = Deadline::Clock::now();
  CHECK(shell("echo done; sleep 5 &").output == "done\n");
  CHECK(Deadline::Clock::now() - start < milliseconds(4000));
}

TEST_CASE("subprocess: what cannot be started is an error")
{
  const auto finished = run_process({"/no/such/program"}, {}, Deadline(milliseconds(1000)));
  REQUIRE_FALSE(finished);
  CHECK(finished.error().what == "start /no/such/program: No such file or directory");
}
