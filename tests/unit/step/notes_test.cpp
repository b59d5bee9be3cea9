#include <gpualert/step.hpp>

#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
namespace fs = std::filesystem;

namespace {

RankEnd some_end()
{
  RankEnd end;
  end.rank = 17;
  end.host = "gpu-07.cluster";
  end.clock = "0f8fad5b";
  end.when = {1'764'000'000'123'456'789, 42};
  end.failed = true;
  end.cause = "cuda_oom";
  return end;
}

RunRecord run_at(const std::string& runs, const std::string& day, std::int64_t started_s)
{
  RunRecord record;
  record.group = "slurm-7.0";
  record.id = "x-job7-step0-rank1";
  record.path = runs + "/" + day + "/slurm-7.0/" + record.id;
  record.started.wall_ns = started_s * 1'000'000'000;
  fs::create_directories(record.path);
  return record;
}

}  // namespace

TEST_CASE("step: the name of a rank's end says all of it")
{
  const RankEnd end = some_end();
  CHECK(to_name(end) == "17,cuda_oom,1764000000123456789,42,0f8fad5b,fq,gpu-07.cluster");
  const auto back = parse_rank_end(to_name(end));
  REQUIRE(back);
  CHECK(to_name(*back) == to_name(end));
  CHECK(back->failed);
  CHECK_FALSE(back->news);
}

TEST_CASE("step: names of anything else are no ends, and no end makes a long or a strange name")
{
  for (const char* name :
       {"", "turn", "posted", "turn~1.2.a.b.c", "x,y,1,2,c,fn,h", "1,oom,1,2,c,f,h",
        "1,oom,1,2,c,fn,", "-1,oom,1,2,c,fn,h", "1,,1,2,c,fn,h", "1,oom,1,2,c,fn,h,more",
        "99999999999,oom,1,2,c,fn,h"}) {
    CAPTURE(name);
    CHECK_FALSE(parse_rank_end(name));
  }
  RankEnd end = some_end();
  end.host = "../" + std::string(300, 'h') + ",x";
  end.cause = std::string(300, '/');
  CHECK(to_name(end).size() <= 200);
  CHECK(to_name(end).find('/') == std::string::npos);
  CHECK(parse_rank_end(to_name(end)));
}

TEST_CASE("step: ends are noted once for each rank and found again with their runs")
{
  const test::Scratch scratch;
  const std::string dir = scratch / ".step";
  REQUIRE(note_rank_end(dir, some_end(), "/runs/a"));
  REQUIRE(note_rank_end(dir, some_end(), "/runs/a"));
  RankEnd other = some_end();
  other.rank = 3;
  REQUIRE(note_rank_end(dir, other, "/runs/b"));
  scratch.add(".step/.3,half", "");
  const std::vector<RankEnd> ends = read_rank_ends(dir);
  REQUIRE(ends.size() == 2);
  CHECK(run_dir_of(dir, other).value() == "/runs/b");
  CHECK(turn_file(dir) == "turn");
  std::size_t names = 0;
  for (const auto& entry : fs::directory_iterator(scratch.path())) {
    names += entry.path().filename() == ".step" ? 1 : 10;
  }
  CHECK(names == 1);  // nothing aside is left
}

TEST_CASE("step: ranks on two sides of midnight share the directory of the first day")
{
  const test::Scratch scratch;
  const std::int64_t midnight = 1'764'028'800;  // 2025-11-25T00:00:00Z
  const RunRecord before = run_at(scratch.path(), "2025-11-24", midnight - 1);
  const RunRecord after = run_at(scratch.path(), "2025-11-25", midnight + 1);
  const RunRecord later = run_at(scratch.path(), "2025-11-25", midnight + 7200);
  CHECK(step_dir(before) == scratch / "2025-11-24/slurm-7.0/.step");
  CHECK(step_dir(after) == step_dir(before));
  CHECK(step_dir(later) == scratch / "2025-11-25/slurm-7.0/.step");
}

TEST_CASE("step: a requeued step has its own directory, label and runs")
{
  const test::Scratch scratch;
  RunRecord record = run_at(scratch.path(), "2025-11-24", 1'764'000'000);
  CHECK(step_label(record, step_dir(record)) == "slurm-7.0");
  CHECK(runs_of_attempt(record) == 1);
  fs::create_directories(record.path + "-restart1");
  CHECK(runs_of_attempt(record) == 1);
  record.scheduler.restart = "1";
  record.path += "-restart1";
  CHECK(step_label(record, step_dir(record)) == "slurm-7.0-restart1");
  CHECK(step_dir(record).ends_with("/slurm-7.0/.step-restart1"));
  CHECK(runs_of_attempt(record) == 1);
}

TEST_CASE("step: a second launch in one job is a step of its own")
{
  const test::Scratch scratch;
  RunRecord record = run_at(scratch.path(), "2025-11-24", 1'764'000'000);
  record.scheduler.rank = "17";
  const std::string first = step_dir(record);
  REQUIRE(note_rank_end(first, some_end(), record.path));
  CHECK(step_dir(record) == first);  // the same run again
  record.path += "x";
  CHECK(step_dir(record) == first + ".2");
  CHECK(step_label(record, step_dir(record)) == "slurm-7.0.2");
  record.scheduler.rank = "1";
  CHECK(step_dir(record) == first);
}
