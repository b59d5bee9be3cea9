#include "cli/log_view.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::cli;

namespace {

constexpr std::int64_t kNoon = 1'796'040'000'000'000'000;  // 2026-11-30T12:00:00Z

// A run directory with the log "out1\nerr1\nou" "t2\ntail" and an index of four stretches.
class Run {
public:
  Run()
  {
    write("output.log", "out1\nerr1\nout2\ntail");
    write("output.idx", std::string{kIndexMagic} + encode({0, 0, kNoon, Stream::out}) +
                            encode({5, 0, kNoon + 1'000'000, Stream::err}) +
                            encode({10, 0, kNoon + 2'000'000, Stream::out}) +
                            encode({15, 0, kNoon + 3'000'000, Stream::err}));
    record.log.bytes = 19;
    record.log.path = dir_ / "output.log";
  }

  void write(const char* name, const std::string& text) const { test::write(dir_ / name, text); }

  std::string show(LogFilter filter, bool over = true, std::uint64_t end = 19) const
  {
    LogView view = LogView::open(record, dir_.path(), filter).value();
    view.hold_last(over);
    std::string out;
    while (view.read(end, out).value()) {
    }
    return out;
  }

  RunRecord record;

private:
  test::Scratch dir_;
};

}  // namespace

TEST_CASE("logs: without a filter the bytes come as they are")
{
  CHECK(Run{}.show({}) == "out1\nerr1\nout2\ntail");
}

TEST_CASE("logs: one stream alone")
{
  CHECK(Run{}.show({true, false, false}) == "out1\nout2\n");
  CHECK(Run{}.show({false, true, false}) == "err1\ntail");
}

TEST_CASE("logs: of a run that is not over, what the index does not cover is of either stream")
{
  CHECK(Run{}.show({true, false, false}, false) == "out1\nout2\ntail");
}

TEST_CASE("logs: a time before each line, a dash where it is unknown")
{
  CHECK(Run{}.show({true, true, true}, false) ==
        "2026-11-30T12:00:00.000000Z out1\n"
        "2026-11-30T12:00:00.001000Z err1\n"
        "2026-11-30T12:00:00.002000Z out2\n"
        "-                           tail");
}

TEST_CASE("logs: a torn or a broken index hides nothing")
{
  Run run;
  run.write("output.idx", "nonsense");
  CHECK(run.show({false, true, false}) == "out1\nerr1\nout2\ntail");
  run.write("output.idx", std::string{kIndexMagic} + encode({0, 0, kNoon, Stream::err}) + "torn");
  CHECK(run.show({true, false, false}).empty());
}

TEST_CASE("logs: a run in the middle of a file that others append to")
{
  Run run;
  run.record.log.base_offset = 5;
  CHECK(run.show({}, true, 14) == "err1\nout2");
}

TEST_CASE("logs: a log that is gone is an error that names it")
{
  Run run;
  run.record.log.path = "/no/such/log";
  CHECK(LogView::open(run.record, "/no", {}).error().what ==
        "open /no/such/log: No such file or directory");
}
