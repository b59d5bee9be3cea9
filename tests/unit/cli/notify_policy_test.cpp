#include "cli/notify_policy.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using namespace gpualert::cli;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

RunRecord ran(const Ending& ending, std::int64_t seconds = 5)
{
  RunRecord record;
  record.started = {1, kSecond};
  record.ended = Moment{1, kSecond + seconds * kSecond};
  record.ending = ending;
  return record;
}

Verdict verdict(const char* cause)
{
  Verdict v;
  v.cause = cause;
  return v;
}

bool notified(const RunRecord& record, const char* cause, Notify when = Notify::automatic)
{
  Config config;
  config.notify = when;
  return should_notify(record, verdict(cause), config);
}

}  // namespace

TEST_CASE("notify: every failure, and a success that ran for a minute")
{
  CHECK(notified(ran(Exited{1}), "runtime_error"));
  CHECK(notified(ran(Signalled{SIGKILL, false}), "oom_killer"));
  CHECK(notified(ran(EndUnknown{"supervisor killed"}), "unknown"));
  CHECK_FALSE(notified(ran(Exited{0}, 59), "success"));
  CHECK(notified(ran(Exited{0}, 60), "success"));
}

TEST_CASE("notify: a loss that became NaN counts as a failure though the status is 0")
{
  CHECK(notified(ran(Exited{0}, 1), "nan_loss"));
}

TEST_CASE("notify: failure never reports a success, always reports any end, never none")
{
  CHECK_FALSE(notified(ran(Exited{0}, 3600), "success", Notify::failure));
  CHECK(notified(ran(Exited{1}), "unknown", Notify::failure));
  CHECK(notified(ran(Exited{0}, 0), "success", Notify::always));
  CHECK(notified(ran(Signalled{SIGPIPE, false}), "unknown", Notify::always));
  CHECK_FALSE(notified(ran(Exited{1}), "cuda_oom", Notify::never));
}

TEST_CASE("notify: no report of a Ctrl-C that someone typed")
{
  RunRecord record = ran(Signalled{SIGINT, false});
  CHECK(notified(record, "interrupted"));  // no signal seen: the job raised it itself
  record.signals.push_back({SIGINT, {}, false, true, 0});
  CHECK_FALSE(notified(record, "interrupted"));
  CHECK(notified(record, "interrupted", Notify::always));
  record.ending = Exited{1};
  CHECK_FALSE(notified(record, "interrupted"));
  CHECK(notified(record, "cuda_oom"));      // interrupted early, failed later of something else
  record.signals[0].from_terminal = false;  // kill -INT by someone
  CHECK(notified(record, "interrupted"));
}

TEST_CASE("notify: no report of yes | head, but of a SIGPIPE that is the job's own")
{
  RunRecord record = ran(Signalled{SIGPIPE, false});
  CHECK(notified(record, "unknown"));
  record.reader_left = true;
  CHECK_FALSE(notified(record, "unknown"));
  record.ending = Exited{1};
  CHECK(notified(record, "unknown"));
}

TEST_CASE("notify: status 99 asks Slurm for another try and is no news there")
{
  RunRecord record = ran(Exited{99});
  CHECK(notified(record, "unknown"));
  record.scheduler.kind = "slurm";
  CHECK_FALSE(notified(record, "unknown"));
  record.ending = Exited{98};
  CHECK(notified(record, "unknown"));
}

TEST_CASE("notify: a run inside a run leaves the report to the outer one")
{
  RunRecord record = ran(Exited{1});
  record.parent = "20261129T210304.123456Z-node7-4711";
  CHECK_FALSE(notified(record, "cuda_oom"));
  CHECK_FALSE(notified(record, "cuda_oom", Notify::always));
}

TEST_CASE("notify: the end waits for delivery under a scheduler only, unless told otherwise")
{
  RunRecord record = ran(Exited{1});
  Config config;
  CHECK(notify_wait(record, config) == 0ms);
  record.scheduler.kind = "slurm";
  CHECK(notify_wait(record, config) == 10s);
  config.notify_wait = 200ms;
  CHECK(notify_wait(record, config) == 200ms);
  config.notify_wait = 0ms;
  CHECK(notify_wait(record, config) == 0ms);
}

TEST_CASE("notify: change looks at every end that is news")
{
  CHECK(notified(ran(Exited{0}, 1), "success", Notify::change));
  CHECK(notified(ran(Exited{1}), "cuda_oom", Notify::change));
  RunRecord record = ran(Signalled{SIGINT, false});
  record.signals.push_back({SIGINT, {}, false, true, 0});
  CHECK_FALSE(notified(record, "interrupted", Notify::change));
}

TEST_CASE("notify: no run shorter than min_duration, but a scheduler's failure")
{
  Config config;
  config.min_duration = 10s;
  for (const Notify when : {Notify::automatic, Notify::always, Notify::failure, Notify::change}) {
    config.notify = when;
    CHECK_FALSE(should_notify(ran(Exited{1}, 9), verdict("cuda_oom"), config));
    CHECK(should_notify(ran(Exited{1}, 10), verdict("cuda_oom"), config));
    RunRecord record = ran(Exited{1}, 9);
    record.scheduler.kind = "slurm";
    CHECK(should_notify(record, verdict("cuda_oom"), config));
    record.ending = Exited{0};
    CHECK_FALSE(should_notify(record, verdict("success"), config));
  }
}
