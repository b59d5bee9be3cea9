#include "record/run_directory.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

using namespace gpualert;
using test::Scratch;
namespace fs = std::filesystem;

namespace {

RunRecord new_record()
{
  RunRecord record;
  record.started = {1'796'000'584'123'456'789, 0};
  record.host = "node7";
  record.supervisor_pid = 4711;
  return record;
}

constexpr const char* kId = "20261130T010304.123456Z-node7-4711";

}  // namespace

TEST_CASE("run directory: DATE/GROUP/RUN below the first candidate, private")
{
  const Scratch dir;
  RunRecord record = new_record();
  REQUIRE(make_run_directory({dir / "first", dir / "second"}, record));
  CHECK(record.id == kId);
  CHECK(record.group == kId);
  CHECK(record.path == (dir / "first/2026-11-30/") + kId + "/" + kId);
  CHECK(record.log.notes.empty());
  CHECK(fs::status(record.path).permissions() == fs::perms::owner_all);
  CHECK_FALSE(fs::exists(dir / "second"));
}

TEST_CASE("run directory: the ranks of a step share a group")
{
  const Scratch dir;
  RunRecord record = new_record();
  record.scheduler.kind = "slurm";
  record.scheduler.job = "9";
  record.scheduler.step = "0";
  record.scheduler.rank = "1";
  REQUIRE(make_run_directory({dir.path()}, record));
  CHECK(record.group == "slurm-9.0");
  CHECK(fs::path(record.path).parent_path() == dir / "2026-11-30/slurm-9.0");
}

TEST_CASE("run directory: a name that is taken gets a suffix")
{
  const Scratch dir;
  for (const char* id :
       {kId, "20261130T010304.123456Z-node7-4711.1", "20261130T010304.123456Z-node7-4711.2"}) {
    RunRecord record = new_record();
    REQUIRE(make_run_directory({dir.path()}, record));
    CHECK(record.id == id);
    CHECK(fs::path(record.path).filename() == id);
  }
}

TEST_CASE("run directory: the next candidate when one does not work, and it is noted")
{
  const Scratch dir;
  const std::string file = dir.add("file", "");
  RunRecord record = new_record();
  REQUIRE(make_run_directory({file, dir / "good"}, record));
  CHECK(record.path.find(dir / "good") == 0);
  REQUIRE(record.log.notes.size() == 2);
  CHECK(record.log.notes[0].find(file) != std::string::npos);
  CHECK(record.log.notes[0].find("Not a directory") != std::string::npos);
  CHECK(record.log.notes[1] == "the run is kept in " + record.path + " instead");
}

TEST_CASE("run directory: none at all still gives the run a name")
{
  const Scratch dir;
  const std::string file = dir.add("file", "");
  RunRecord record = new_record();
  CHECK_FALSE(make_run_directory({file, file + "/x"}, record));
  CHECK(record.id == kId);
  CHECK(record.path.empty());
  CHECK(record.log.notes.size() == 2);
  record = new_record();
  CHECK_FALSE(make_run_directory({}, record));
}

TEST_CASE("run directory: in a place open to all, links and directories of others are refused")
{
  const Scratch dir;
  const std::string shared = dir / "shared";
  fs::create_directory(shared);
  fs::permissions(shared, static_cast<fs::perms>(01777));
  fs::create_directory(dir / "elsewhere");
  fs::create_symlink(dir / "elsewhere", shared + "/link");
  RunRecord record = new_record();
  CHECK_FALSE(make_run_directory({shared + "/link"}, record));
  CHECK(fs::is_empty(dir / "elsewhere"));
  if (::geteuid() == 0) {
    fs::create_directory(shared + "/theirs");
    REQUIRE(::chown((shared + "/theirs").c_str(), 64998, 64998) == 0);
    record = new_record();
    const auto status = make_run_directory({shared + "/theirs"}, record);
    REQUIRE_FALSE(status);
    CHECK(status.error().what == shared + "/theirs belongs to user 64998, not to us");
  }
  record = new_record();
  CHECK(make_run_directory({shared + "/ours"}, record));
}
