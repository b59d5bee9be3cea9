// How durations, times, signals and endings are put into words.
#include <gpualert/run_record.hpp>

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kS = 1000 * kMs;
constexpr std::int64_t kMin = 60 * kS;
constexpr std::int64_t kH = 60 * kMin;

RunRecord after(std::int64_t duration, const Ending& ending)
{
  RunRecord record;
  record.started = {0, 5 * kS};
  record.ended = Moment{0, 5 * kS + duration};
  record.ending = ending;
  return record;
}

}  // namespace

TEST_CASE("describe_duration: two units at most")
{
  const std::pair<std::int64_t, const char*> table[] = {
      {0, "0 ms"},
      {999'999, "0 ms"},
      {12 * kMs, "12 ms"},
      {999 * kMs, "999 ms"},
      {kS, "1.0 s"},
      {3 * kS + 249 * kMs, "3.2 s"},
      {9 * kS + 999 * kMs, "9.9 s"},
      {10 * kS, "10 s"},
      {59 * kS + 999 * kMs, "59 s"},
      {kMin, "1 min"},
      {61 * kS, "1 min 1 s"},
      {59 * kMin + 59 * kS, "59 min 59 s"},
      {kH, "1 h"},
      {2 * kH + 15 * kMin + 59 * kS, "2 h 15 min"},
      {24 * kH, "1 d"},
      {49 * kH, "2 d 1 h"},
      {kH * 24 * 365, "365 d"},
  };
  for (const auto& [ns, words] : table) {
    CHECK(describe_duration(ns) == words);
  }
}

TEST_CASE("format_utc: to the microsecond")
{
  CHECK(format_utc(0) == "1970-01-01T00:00:00.000000Z");
  CHECK(format_utc(1'796'000'584'123'456'789) == "2026-11-30T01:03:04.123456Z");
  CHECK(format_utc(951'782'400 * kS) == "2000-02-29T00:00:00.000000Z");
}

TEST_CASE("signal_name: by name, real-time ones by their distance")
{
  CHECK(signal_name(SIGKILL) == "SIGKILL");
  CHECK(signal_name(SIGUSR1) == "SIGUSR1");
  CHECK(signal_name(SIGRTMIN) == "SIGRTMIN+0");
  CHECK(signal_name(SIGRTMIN + 3) == "SIGRTMIN+3");
  CHECK(signal_name(0) == "signal 0");
  CHECK(signal_name(99) == "signal 99");
}

TEST_CASE("shell_status: what $? would be")
{
  CHECK(shell_status(Exited{0}) == 0);
  CHECK(shell_status(Exited{255}) == 255);
  CHECK(shell_status(Signalled{SIGTERM, false}) == 143);
  CHECK(shell_status(Signalled{SIGSEGV, true}) == 139);
  CHECK(shell_status(EndUnknown{"supervisor killed"}) == 137);
}

TEST_CASE("describe_ending: how, and after how long")
{
  CHECK(describe_ending(after(12 * kS, Exited{3})) == "exited with status 3 after 12 s");
  CHECK(describe_ending(after(2 * kH + 15 * kMin, Signalled{SIGKILL, false})) ==
        "killed by SIGKILL after 2 h 15 min");
  CHECK(describe_ending(RunRecord{}) == "still running");
  RunRecord failed = after(0, Exited{127});
  failed.exec_error = Error{"No such file or directory", 2};
  CHECK(describe_ending(failed) == "could not be started: No such file or directory");
  const std::string unknown = describe_ending(after(kS, EndUnknown{"supervisor killed"}));
  CHECK(unknown.find("supervisor killed") != std::string::npos);
}

TEST_CASE("duration_ns: by the monotonic clock, never negative, up to now while it runs")
{
  CHECK(duration_ns(after(7 * kS, Exited{0})) == 7 * kS);
  CHECK(duration_ns(after(-kS, Exited{0})) == 0);
  RunRecord running;
  running.started = now();
  running.started.monotonic_ns -= 2 * kS;
  running.started.wall_ns += kH;  // the wall clock was set: no matter
  CHECK(duration_ns(running) >= 2 * kS);
  CHECK(duration_ns(running) < kMin);
}
