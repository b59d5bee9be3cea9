#include "eval/process.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using namespace gpualert::eval;
using gpualert::test::read;
using gpualert::test::Scratch;

namespace {

Command shell(const std::string& script)
{
  Command command;
  command.argv = {"sh", "-c", script};
  return command;
}

}  // namespace

TEST_CASE("process: exit status, signal and output of a program")
{
  Scratch scratch;
  Command command = shell("echo out; echo err >&2; exit 3");
  command.out = scratch / "out";
  command.err = scratch / "err";
  const auto outcome = run(command);
  REQUIRE(outcome);
  CHECK(std::get<Exited>(outcome->ending).code == 3);
  CHECK(read(command.out) == "out\n");
  CHECK(read(command.err) == "err\n");
  CHECK(std::get<Signalled>(run(shell("kill -USR1 $$"))->ending).signal == SIGUSR1);
}

TEST_CASE("process: a setting of the environment replaces ours, and a bare name removes it")
{
  Scratch scratch;
  ::setenv("GPUALERT_EVAL_TEST", "ours", 1);
  Command command = shell("echo ${GPUALERT_EVAL_TEST-unset}");
  command.out = scratch / "out";
  REQUIRE(run(command));
  CHECK(read(command.out) == "ours\n");
  command.environment = {"GPUALERT_EVAL_TEST=theirs"};
  REQUIRE(run(command));
  CHECK(read(command.out) == "theirs\n");
  command.environment = {"GPUALERT_EVAL_TEST"};
  REQUIRE(run(command));
  CHECK(read(command.out) == "unset\n");
}

TEST_CASE("process: a program that does not end is killed with its group")
{
  const auto outcome = run(shell("sleep 60 & wait"), 0.05);
  REQUIRE(outcome);
  CHECK(outcome->timed_out);
  CHECK(std::get<Signalled>(outcome->ending).signal == SIGKILL);
}

TEST_CASE("process: what cannot be started is an error")
{
  Command command;
  command.argv = {"/nonexistent/program"};
  CHECK(run(command).error().what == "start /nonexistent/program: No such file or directory");
}

TEST_CASE("process: descendants are killed, those that left their session too")
{
  Scratch scratch;
  const std::string pid_file = scratch / "pid";
  adopt_strays();
  REQUIRE(run(shell("setsid sh -c 'echo $$ >" + pid_file + ".new; mv " + pid_file + ".new " +
                    pid_file + "; sleep 60' &")));
  REQUIRE(wait_for_file(pid_file, 10));
  const pid_t pid = std::stoi(read(pid_file));
  CHECK(::kill(pid, 0) == 0);
  kill_descendants();
  CHECK(::kill(pid, 0) == -1);
}
