#include "report/log_tail.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

using namespace gpualert;
using report::LogTail;
using report::read_log_tail;

namespace {

LogState log_of(const std::string& path, const std::string& text)
{
  test::write(path, text);
  LogState log;
  log.path = path;
  log.bytes = text.size();
  return log;
}

}  // namespace

TEST_CASE("log tail: the last lines, and how much is before them")
{
  const test::Scratch scratch;
  const LogTail tail = read_log_tail(log_of(scratch / "log", "one\ntwo\nthree\n"), 1000, 2);
  CHECK(tail.lines == std::vector<std::string>{"two", "three"});
  CHECK(tail.bytes_before == 4);
  CHECK(tail.problem.empty());
}

TEST_CASE("log tail: a line cut by the byte limit is left out, unless it is all there is")
{
  const test::Scratch scratch;
  const LogState log = log_of(scratch / "log", "first line\nsecond\n");
  CHECK(read_log_tail(log, 10, 60).lines == std::vector<std::string>{"second"});
  CHECK(read_log_tail(log, 10, 60).bytes_before == 11);
  CHECK(read_log_tail(log, 4, 60).lines == std::vector<std::string>{"ond"});
}

TEST_CASE("log tail: an unfinished last line counts, an empty log gives none")
{
  const test::Scratch scratch;
  CHECK(read_log_tail(log_of(scratch / "a", "x\ny"), 100, 1).lines ==
        std::vector<std::string>{"y"});
  CHECK(read_log_tail(log_of(scratch / "b", ""), 100, 5).lines.empty());
  CHECK(read_log_tail(log_of(scratch / "c", "\n\nz\n"), 100, 3).lines ==
        std::vector<std::string>{"", "", "z"});
}

TEST_CASE("log tail: only this run's part of a shared log")
{
  const test::Scratch scratch;
  LogState log = log_of(scratch / "log", "old\nmine\nlater\n");
  log.base_offset = 4;
  log.bytes = 5;
  const LogTail tail = read_log_tail(log, 1000, 60);
  CHECK(tail.lines == std::vector<std::string>{"mine"});
  CHECK(tail.bytes_before == 0);
}

TEST_CASE("log tail: links, FIFOs and missing files are said, never waited for")
{
  const test::Scratch scratch;
  LogState log = log_of(scratch / "secret", "root:x\n");
  REQUIRE(::symlink(log.path.c_str(), (scratch / "link").c_str()) == 0);
  log.path = scratch / "link";
  CHECK(read_log_tail(log, 100, 9).problem ==
        log.path + " is a symbolic link; links are not followed");
  REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0600) == 0);
  log.path = scratch / "fifo";
  CHECK(read_log_tail(log, 100, 9).problem == log.path + " is not a regular file");
  log.path = scratch / "none";
  CHECK(read_log_tail(log, 100, 9).problem == "open " + log.path + ": No such file or directory");
  log.path.clear();
  CHECK(read_log_tail(log, 100, 9).problem == "the log was kept in memory only");
}

TEST_CASE("log tail: a log shorter than the record says is read to its end")
{
  const test::Scratch scratch;
  LogState log = log_of(scratch / "log", "only\n");
  log.bytes = 1'000'000;
  CHECK(read_log_tail(log, 100, 9).lines == std::vector<std::string>{"only"});
  log.base_offset = 77;
  CHECK(read_log_tail(log, 100, 9).lines.empty());
}
