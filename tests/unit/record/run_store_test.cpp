#include "scratch.hpp"

#include <gpualert/run_store.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;
using test::Scratch;
namespace fs = std::filesystem;

namespace {

constexpr const char* kOld = "20261129T100000.000000Z-a-1";
constexpr const char* kJob = "20261129T120000.000000Z-a-2-job123-task4";
constexpr const char* kRestart = "20261130T090000.000000Z-a-3-job123-task4-restart1";
constexpr const char* kNew = "20261130T100000.000000Z-b-4-job1234";

class Store {
public:
  Store()
  {
    add("2026-11-29", kOld, kOld);
    add("2026-11-29", "slurm-123", kJob);
    add("2026-11-30", "slurm-123", kRestart);
    add("2026-11-30", "slurm-1234", kNew);
    fs::create_directories(dir_ / "2026-11-30/empty-group/no-record");
  }
  void add(const std::string& day, const std::string& group, const std::string& id) const
  {
    dir_.add(day + "/" + group + "/" + id + "/run.json", R"({"schema": 1, "id": ")" + id + "\"}");
  }
  std::string found(std::string_view run) const
  {
    const auto path = store_.find(run);
    return path ? fs::path(*path).filename().string() : path.error().what;
  }
  std::vector<std::string> newest(std::size_t limit) const
  {
    std::vector<std::string> ids;
    for (const std::string& path : store_.newest(limit)) {
      ids.push_back(fs::path(path).filename().string());
    }
    return ids;
  }
  const Scratch& dir() const { return dir_; }

private:
  Scratch dir_;
  RunStore store_{{dir_.path()}};
};

}  // namespace

TEST_CASE("run store: newest first, by the time in the id, without directories that are no runs")
{
  const Store store;
  CHECK(store.newest(100) == std::vector<std::string>{kNew, kRestart, kJob, kOld});
  CHECK(store.newest(3) == std::vector<std::string>{kNew, kRestart, kJob});
  CHECK(store.newest(1) == std::vector<std::string>{kNew});
  CHECK(store.newest(0).empty());
}

TEST_CASE("run store: several runs directories are one list")
{
  const Store first;
  const Store second;
  second.add("2026-12-01", "x", "20261201T000000.000000Z-c-9");
  const RunStore both({first.dir().path(), second.dir().path(), "/no/such/dir"});
  const auto found = both.newest(2);
  REQUIRE(found.size() == 2);
  CHECK(fs::path(found[0]).filename() == "20261201T000000.000000Z-c-9");
  CHECK(fs::path(found[1]).filename() == kNew);
}

TEST_CASE("run store: by id, unique prefix, path and job")
{
  const Store store;
  CHECK(store.found(kOld) == kOld);
  CHECK(store.found("20261129T10") == kOld);
  CHECK(store.found((store.dir() / "2026-11-29/slurm-123/") + kJob) == kJob);
  CHECK(store.found("1234") == kNew);
}

TEST_CASE("run store: a job id names its newest attempt, and never another job")
{
  const Store store;
  CHECK(store.found("123") == kRestart);
  CHECK(store.found("123_4") == kRestart);
  CHECK(store.found("123_5") == "no run named \"123_5\"");
  CHECK(store.found("12") == "no run named \"12\"");
}

TEST_CASE("run store: a job's number is enough, and an array names its tasks")
{
  const Store store;
  store.add("2026-12-02", "pbs-88", "20261202T000000.000000Z-a-1-job88.head");
  store.add("2026-12-02", "slurm-57", "20261202T000000.000000Z-a-2-job57-array50-task7");
  CHECK(store.found("88").ends_with("-job88.head"));
  CHECK(store.found("50_7").ends_with("-task7"));
  CHECK(store.found("57").ends_with("-task7"));
  CHECK(store.found("50_8") == "no run named \"50_8\"");
}

TEST_CASE("run store: a prefix of several lists them")
{
  const Store store;
  CHECK(store.found("20261129") ==
        "\"20261129\" names 2 runs:\n  " + std::string(kJob) + "\n  " + kOld);
}

TEST_CASE("run store: an id that is also a prefix of others is that run")
{
  const Store store;
  store.add("2026-11-29", "x", std::string(kOld) + ".1");
  CHECK(store.found(kOld) == kOld);
}

TEST_CASE("run store: nothing is found by a path without a record, nor by nothing")
{
  const Store store;
  CHECK(store.found("/no/such/run") == "no run record in /no/such/run");
  CHECK(RunStore({}).newest(9).empty());
  CHECK_FALSE(RunStore({}).find("x"));
}

TEST_CASE("read_run_record: the error names the file")
{
  const Scratch dir;
  dir.add("run.json", "{");
  const auto record = read_run_record(dir.path());
  REQUIRE_FALSE(record);
  CHECK(record.error().what.find(dir / "run.json: run record: ") == 0);
  CHECK(read_run_record(dir / "none").error().code == ENOENT);
}
