#include "report/exit_words.hpp"
#include "report/log_place.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using report::exit_in_words;
using report::look_at_log;

namespace {

RunRecord ended(const Ending& ending)
{
  RunRecord record;
  record.ended = Moment{2'000'000'000, 2'000'000'000};
  record.ending = ending;
  record.host = "gpu07";
  record.log.path = "/runs/x/output.log";
  return record;
}

}  // namespace

TEST_CASE("exit status: in words")
{
  CHECK(exit_in_words(ended(Exited{0})) == "exited with status 0 after 2.0 s");
  CHECK(exit_in_words(ended(Exited{137})) ==
        "exited with status 137 after 2.0 s: as a shell tells SIGKILL, by the kernel for memory, "
        "by the scheduler, or by somebody");
  CHECK(exit_in_words(ended(Exited{127})) ==
        "exited with status 127 after 2.0 s: as a shell tells a command that was not found");
  CHECK(exit_in_words(ended(Exited{42})) == "exited with status 42 after 2.0 s");
  CHECK(exit_in_words(ended(Signalled{11, false})) ==
        "killed by SIGSEGV after 2.0 s: an access to memory that is not there");
}

TEST_CASE("log: the line for ssh opens it at the decisive line")
{
  Verdict verdict;
  RunRecord record = ended(Exited{1});
  CHECK(look_at_log(record, verdict) == "ssh -t gpu07 less -R +G /runs/x/output.log");
  verdict.evidence.push_back({4812, 99, "x", Stream::err, {}, "", ""});
  CHECK(look_at_log(record, verdict) == "ssh -t gpu07 less -R +4812 /runs/x/output.log");
  record.log.base_offset = 1000;
  CHECK(look_at_log(record, verdict) == "ssh -t gpu07 less -R +1099P /runs/x/output.log");
  record.log.path = "/my runs/x";
  CHECK(look_at_log(record, verdict) == R"(ssh -t gpu07 'less -R +1099P '\''/my runs/x'\''')");
  record.log.path.clear();
  CHECK(look_at_log(record, verdict).empty());
}
