#include <catch2/catch.hpp>
#include <gpualert/run_store.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kDay = std::int64_t{86'400} * 1'000'000'000;

// A runs directory whose runs are made to measure.
class Runs {
public:
  Runs()
  {
    std::string name = (fs::temp_directory_path() / "prune.XXXXXX").string();
    dir_ = ::mkdtemp(name.data());
  }
  ~Runs() { fs::remove_all(dir_); }
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  // `ending` is the JSON of run.json's "ending", "" for a run that has none.
  fs::path add(const std::string& id, int days_old, const std::string& ending,
               std::size_t bytes = 4096)
  {
    const fs::path run = dir_ / "2026-01-01" / id / id;
    fs::create_directories(run);
    std::ofstream(run / "output.log") << std::string(bytes, 'x');
    std::ofstream record(run / "run.json");
    record << R"({"schema":1,"id":")" << id << '"';
    if (!ending.empty()) {
      record << R"(,"ending":)" << ending;
    }
    record << "}";
    record.close();
    const std::int64_t when = gpualert::now().wall_ns - days_old * kDay;
    const timespec times[2] = {{when / 1'000'000'000, 0}, {when / 1'000'000'000, 0}};
    REQUIRE(::utimensat(AT_FDCWD, (run / "run.json").c_str(), times, 0) == 0);
    return run;
  }

  std::set<std::string> left() const
  {
    std::set<std::string> ids;
    for (const std::string& path : gpualert::RunStore({dir_.string()}).newest(100)) {
      ids.insert(fs::path(path).filename());
    }
    return ids;
  }

  gpualert::Pruned prune(int days, std::uint64_t bytes) const
  {
    return gpualert::prune_runs(dir_.string(), {days, bytes}, gpualert::now().wall_ns);
  }

private:
  fs::path dir_;
};

const char* const kGood = R"({"exited":0})";
const char* const kBad = R"({"exited":1})";

}  // namespace

TEST_CASE("prune: runs older than the limit go, whatever their ending")
{
  Runs runs;
  runs.add("new", 1, kGood);
  runs.add("old-good", 31, kGood);
  runs.add("old-bad", 31, kBad);
  CHECK(runs.prune(30, 0).runs == 2);
  CHECK(runs.left() == std::set<std::string>{"new"});
}

TEST_CASE("prune: a run without an ending may still be running")
{
  Runs runs;
  runs.add("running", 31, "");
  runs.add("forgotten", 61, "");
  runs.prune(30, 0);
  CHECK(runs.left() == std::set<std::string>{"running"});
}

TEST_CASE("prune: above the size limit successes go first, the oldest first, failures last")
{
  Runs runs;
  const std::size_t mib = std::size_t{1} << 20U;
  runs.add("bad-oldest", 9, kBad, mib);
  runs.add("good-older", 8, kGood, mib);
  runs.add("good-newer", 2, kGood, mib);
  runs.add("bad-newest", 1, kBad, mib);
  runs.prune(30, 3 * mib + mib / 2);
  CHECK(runs.left() == std::set<std::string>{"bad-oldest", "good-newer", "bad-newest"});
  runs.prune(30, mib + mib / 2);
  CHECK(runs.left() == std::set<std::string>{"bad-newest"});
}

TEST_CASE("prune: zero means no limit")
{
  Runs runs;
  runs.add("ancient", 4000, kBad);
  CHECK(runs.prune(0, 0).runs == 0);
  CHECK(runs.left().size() == 1);
}

TEST_CASE("prune: a link in a run directory is removed, what it points to is not")
{
  Runs runs;
  const fs::path precious = fs::temp_directory_path() / ("precious." + std::to_string(::getpid()));
  std::ofstream(precious) << "keep me";
  const fs::path run = runs.add("linked", 40, kBad);
  fs::remove(run / "output.log");
  fs::create_symlink(precious, run / "output.log");
  CHECK(runs.prune(30, 0).runs == 1);
  CHECK(fs::exists(precious));
  fs::remove(precious);
}
