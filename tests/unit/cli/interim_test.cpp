#include "cli/interim.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using namespace gpualert::cli;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
const Moment kNow{1'796'000'000 * kSecond, 5000 * kSecond};

RunRecord near_limit(int seconds_left)
{
  RunRecord record;
  record.started = {kNow.wall_ns - 3600 * kSecond, kNow.monotonic_ns - 3600 * kSecond};
  record.job.emplace().limit_ns = kNow.wall_ns + seconds_left * kSecond;
  return record;
}

Progress at_step(double done)
{
  Progress progress;
  progress.last_at_ns = kNow.monotonic_ns - 2 * kSecond;
  progress.course.from_ns = kNow.monotonic_ns - 102 * kSecond;
  progress.course.done_ns = progress.last_at_ns;
  progress.course.done = done;
  progress.course.total = 1000;
  return progress;
}

}  // namespace

TEST_CASE("limit notice: what the output allows to say of the end")
{
  const Interim bad = limit_notice(near_limit(298), at_step(200), {}, kNow);
  CHECK(bad.status == "LIMIT NEAR");
  CHECK(bad.news == "4 min 58 s left, step 200 of 1000, will not finish");
  REQUIRE(bad.paragraphs.size() == 3);
  CHECK(bad.paragraphs[0] ==
        "The scheduler ends the job at 2026-11-30 00:58:18 UTC, in 4 min 58 s.");
  CHECK(bad.paragraphs[1] == "Last progress: step 200 of 1000, 2 steps/s, 2.0 s ago.");
  CHECK(bad.paragraphs[2] ==
        "At this speed the rest takes 6 min 38 s: it will not finish before that.");
  const Interim good = limit_notice(near_limit(298), at_step(900), {}, kNow);
  CHECK(good.news == "4 min 58 s left, step 900 of 1000, may finish");
  CHECK(good.paragraphs[2] == "At this speed the rest takes 9.1 s: it should finish before that.");
}

TEST_CASE("limit notice: why it cannot be told")
{
  const auto last = [](const Progress& progress) {
    return limit_notice(near_limit(298), progress, {}, kNow).paragraphs.back();
  };
  const std::string unknown = "Whether it finishes before that cannot be told: ";
  CHECK(last({}) == unknown + "the output counts no steps.");
  Progress progress = at_step(5);
  progress.course.total.reset();
  CHECK(last(progress) == unknown + "its output does not say how many steps there are.");
  progress = at_step(0);
  CHECK(last(progress) == unknown + "its counter has not moved.");
  progress = at_step(5);
  progress.course.began_anew = true;
  CHECK(last(progress) == unknown + "its counter began anew, so it does not count to the end.");
}

TEST_CASE("limit notice: a signal that was or will be sent, and a limit that is past")
{
  Config config;
  config.signal_before = {SIGUSR1, 600s};
  CHECK(limit_notice(near_limit(298), {}, config, kNow).paragraphs.back() ==
        "SIGUSR1 was sent to the job 10 min before its limit.");
  config.signal_before.before = 60s;
  CHECK(limit_notice(near_limit(298), {}, config, kNow).paragraphs.back() ==
        "SIGUSR1 will be sent to the job 1 min before its limit.");
  CHECK(limit_notice(near_limit(-9), {}, {}, kNow).news == "0 ms left");
}

TEST_CASE("provisional notice: says what was known, and what it is")
{
  RunRecord record = near_limit(0);
  record.ended = kNow;
  const SignalSeen term{
      SIGTERM, {kNow.wall_ns - kSecond, kNow.monotonic_ns - kSecond}, true, false, 0};
  const Interim notice = provisional_notice(record, term, kNow);
  CHECK(notice.id == "provisional");
  CHECK(notice.news == "SIGTERM after 1 h, the end was not seen");
  CHECK(notice.paragraphs[0] ==
        "SIGTERM reached the job at 2026-11-30 00:53:19 UTC; 1.0 s later it was still running, and "
        "this was written.");
}
