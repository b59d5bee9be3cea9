#include "report/excerpt.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

using namespace gpualert;
using report::Cut;
using report::Excerpt;
using report::ExcerptLimits;
using report::LogLine;
using report::read_excerpts;

namespace {

LogState log_of(const std::string& path, const std::string& text)
{
  test::write(path, text);
  LogState log;
  log.path = path;
  log.bytes = text.size();
  return log;
}

std::string many_lines(int count)
{
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += fmt::format("line {}\n", i);
  }
  return text;
}

Evidence at_line(const std::string& log, int number)
{
  const std::string line = fmt::format("line {}\n", number);
  Evidence evidence;
  evidence.line = static_cast<std::uint64_t>(number);
  evidence.offset = number == 1 ? 0 : log.find("\n" + line) + 1;
  evidence.text = line.substr(0, line.size() - 1);
  return evidence;
}

// "3:text", "*3:text" for what is marked, "-LINES/BYTES" for a cut, in one string.
std::string show(const Excerpt& excerpt)
{
  std::string text;
  for (const auto& item : excerpt.lines) {
    if (const auto* line = std::get_if<LogLine>(&item)) {
      text += fmt::format("{}{}:{}|", line->marked ? "*" : "", line->number, line->content.text);
    } else {
      const auto& cut = std::get<Cut>(item);
      text += fmt::format("-{}/{}|", cut.lines ? fmt::format("{}", *cut.lines) : "?", cut.bytes);
    }
  }
  return text;
}

ExcerptLimits ends(std::uint64_t head, std::uint64_t tail, std::uint64_t bytes = 1000)
{
  ExcerptLimits limits;
  limits.head_lines = head;
  limits.tail_lines = tail;
  limits.tail_bytes = bytes;
  return limits;
}

}  // namespace

TEST_CASE("excerpts: beginning and end, and how much is left out between them")
{
  const test::Scratch scratch;
  const LogState log = log_of(scratch / "log", many_lines(9));
  CHECK(show(read_excerpts(log, {}, ends(2, 3)).log) ==
        "1:line 1|2:line 2|-4/28|7:line 7|8:line 8|9:line 9|");
  CHECK(show(read_excerpts(log, {}, ends(4, 5)).log).find('-') == std::string::npos);
  CHECK(show(read_excerpts(log, {}, ends(9, 9)).log).substr(0, 18) == "1:line 1|2:line 2|");
}

TEST_CASE("excerpts: what the scanner counted is not counted again")
{
  const test::Scratch scratch;
  const LogState log = log_of(scratch / "log", many_lines(9));
  Verdict verdict;
  verdict.lines = 1009;  // not what the file has, to see whose number is used
  CHECK(show(read_excerpts(log, verdict, ends(1, 1)).log) == "1:line 1|-1007/49|1009:line 9|");
  LogState damaged = log;
  damaged.lost_bytes = 1;
  CHECK(show(read_excerpts(damaged, verdict, ends(1, 1)).log) == "1:line 1|-7/49|9:line 9|");
}

TEST_CASE("excerpts: a tail cut by bytes begins with a whole line, unless one line is all there is")
{
  const test::Scratch scratch;
  const LogState log = log_of(scratch / "log", "first line\nsecond\n");
  CHECK(show(read_excerpts(log, {}, ends(0, 60, 10)).log) == "-1/11|2:second|");
  CHECK(show(read_excerpts(log, {}, ends(0, 60, 4)).log) == "-1/14|2:ond|");
}

TEST_CASE("excerpts: an unfinished last line counts, an empty log gives none")
{
  const test::Scratch scratch;
  CHECK(show(read_excerpts(log_of(scratch / "a", "x\ny"), {}, ends(0, 1)).log) == "-1/2|2:y|");
  CHECK(show(read_excerpts(log_of(scratch / "b", ""), {}, ends(5, 5)).log).empty());
  CHECK(show(read_excerpts(log_of(scratch / "c", "\n\nz\n"), {}, ends(0, 3)).log) == "1:|2:|3:z|");
}

TEST_CASE("excerpts: evidence with two lines before it and three after it")
{
  const test::Scratch scratch;
  const std::string text = many_lines(40);
  const LogState log = log_of(scratch / "log", text);
  Verdict verdict;
  verdict.evidence = {at_line(text, 20), at_line(text, 2)};
  CHECK(show(read_excerpts(log, verdict, {}).evidence) ==
        "1:line 1|*2:line 2|3:line 3|4:line 4|5:line 5|-12/92|18:line 18|19:line 19|*20:line 20|"
        "21:line 21|22:line 22|23:line 23|");
}

TEST_CASE("excerpts: windows that touch become one")
{
  const test::Scratch scratch;
  const std::string text = many_lines(12);
  const LogState log = log_of(scratch / "log", text);
  for (const int second : {4, 6, 8, 9}) {
    Verdict verdict;
    verdict.evidence = {at_line(text, 3), at_line(text, second)};
    const std::string shown = show(read_excerpts(log, verdict, {}).evidence);
    INFO(shown);
    CHECK(shown.find('-') == std::string::npos);
    for (int line = 1; line <= second + 3; ++line) {
      const std::string one = fmt::format("|{}:", line);
      const std::string marked = fmt::format("|*{}:", line);
      const bool is_evidence = line == 3 || line == second;
      CHECK(("|" + shown).find(is_evidence ? marked : one) != std::string::npos);
    }
  }
}

TEST_CASE("excerpts: evidence that the log no longer has is shown as it was found")
{
  const test::Scratch scratch;
  Verdict verdict;
  verdict.evidence.push_back({2, 7, "Killed", Stream::err, 3, "gpu07", "x"});
  LogState log = log_of(scratch / "log", many_lines(3));
  CHECK(show(read_excerpts(log, verdict, {}).evidence) == "1:line 1|*2:Killed|3:line 3|");
  verdict.evidence[0].offset = 7'000'000;
  verdict.evidence[0].line = 900'000;
  CHECK(show(read_excerpts(log, verdict, {}).evidence).find("*900000:Killed|") !=
        std::string::npos);
  log.path.clear();
  const auto without = read_excerpts(log, verdict, {});
  CHECK(without.problem == "the log was kept in memory only");
  CHECK(show(without.evidence) == "*900000:Killed|");
  CHECK(std::get<LogLine>(without.evidence.lines[0]).note == "rank 3 on gpu07");
}

TEST_CASE("excerpts: a line of many megabytes before the evidence is not read")
{
  const test::Scratch scratch;
  const std::string bar = std::string(3'000'000, '#') + "\n";
  const LogState log = log_of(scratch / "log", "start\n" + bar + "KeyError: 'x'\nend\n");
  Verdict verdict;
  verdict.evidence.push_back({3, 6 + bar.size(), "KeyError: 'x'", Stream::err, {}, "", "x"});
  CHECK(show(read_excerpts(log, verdict, {}).evidence) == "*3:KeyError: 'x'|4:end|");
}

TEST_CASE("excerpts: only this run's part of a shared log")
{
  const test::Scratch scratch;
  LogState log = log_of(scratch / "log", "old\nmine\nlater\n");
  log.base_offset = 4;
  log.bytes = 5;
  CHECK(show(read_excerpts(log, {}, {}).log) == "1:mine|");
}

TEST_CASE("excerpts: links, FIFOs and missing files are said, never waited for")
{
  const test::Scratch scratch;
  LogState log = log_of(scratch / "secret", "root:x\n");
  REQUIRE(::symlink(log.path.c_str(), (scratch / "link").c_str()) == 0);
  log.path = scratch / "link";
  CHECK(read_excerpts(log, {}, {}).problem ==
        log.path + " is a symbolic link; links are not followed");
  REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0600) == 0);
  log.path = scratch / "fifo";
  CHECK(read_excerpts(log, {}, {}).problem == log.path + " is not a regular file");
  log.path = scratch / "none";
  CHECK(read_excerpts(log, {}, {}).problem == "open " + log.path + ": No such file or directory");
}

TEST_CASE("excerpts: a log shorter than the record says is read to its end")
{
  const test::Scratch scratch;
  LogState log = log_of(scratch / "log", "only\n");
  log.bytes = 1'000'000;
  CHECK(show(read_excerpts(log, {}, {}).log) == "1:only|");
  log.base_offset = 77;
  CHECK(show(read_excerpts(log, {}, {}).log).empty());
}
