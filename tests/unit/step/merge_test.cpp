#include <gpualert/step.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

using namespace gpualert;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kNoon = 1'764'000'000'000'000'000;

RankEnd failed(int rank, const std::string& cause, std::int64_t at_ms,
               const std::string& host = "n1", std::int64_t skew_ms = 0)
{
  RankEnd end;
  end.rank = rank;
  end.host = host;
  end.clock = "clock-" + host;
  end.when = {kNoon + (at_ms + skew_ms) * kMs, at_ms * kMs};
  end.failed = end.news = true;
  end.cause = cause;
  return end;
}

RankEnd well(int rank, const std::string& host = "n1")
{
  RankEnd end = failed(rank, "success", 9000, host);
  end.failed = end.news = false;
  return end;
}

int first_rank(const StepEnd& step)
{
  REQUIRE(step.first);
  return step.ends[*step.first].rank;
}

}  // namespace

TEST_CASE("step: on one host the monotonic clock tells who failed first")
{
  RankEnd jumped = failed(3, "nccl_timeout", 20);
  jumped.when.wall_ns -= 5000 * kMs;  // the wall clock was set meanwhile
  const StepEnd step =
      merge_ranks({failed(0, "nccl_timeout", 30), failed(17, "cuda_oom", 10), jumped}, 64);
  CHECK(first_rank(step) == 17);
  CHECK_FALSE(step.doubtful);
  REQUIRE(step.causes.size() == 2);
  CHECK(step.causes[0].cause == "cuda_oom");
  CHECK(step.causes[1].ranks == std::vector<int>{0, 3});
  CHECK(step.missing.size() == 61);
}

TEST_CASE(
    "step: of hosts within a second of each other the one with a cause of its own failed first")
{
  // n2's clock is 900 ms ahead: its failure, which was the first, seems to be the last.
  const StepEnd step =
      merge_ranks({failed(0, "nccl_timeout", 50, "n1"), failed(1, "rendezvous", 60, "n3", -40),
                   failed(40, "cuda_oom", 10, "n2", 900)},
                  41);
  CHECK(first_rank(step) == 40);
  CHECK(step.doubtful);
  CHECK(step.hosts == std::vector<std::string>{"n1", "n2", "n3"});
}

TEST_CASE("step: beyond the tolerance the wall clock decides between hosts")
{
  const StepEnd step =
      merge_ranks({failed(0, "nccl_timeout", 50, "n1"), failed(40, "cuda_oom", 1100, "n2")}, 41);
  CHECK(first_rank(step) == 0);
  CHECK_FALSE(step.doubtful);
}

TEST_CASE("step: all of one clock: what came after the first is no candidate, whatever its cause")
{
  const StepEnd step =
      merge_ranks({failed(0, "nccl_error", 10), failed(1, "file_not_found", 20)}, 2);
  CHECK(first_rank(step) == 0);
}

TEST_CASE("step: one end counts for a rank, the later one")
{
  const StepEnd step = merge_ranks({failed(0, "cancelled", 10), failed(0, "time_limit", 20)}, 1);
  REQUIRE(step.ends.size() == 1);
  CHECK(step.ends[0].cause == "time_limit");
  CHECK(step.complete());
}

TEST_CASE("step: none at all, all well, and more than were expected")
{
  CHECK_FALSE(merge_ranks({}, 2).first);
  CHECK(merge_ranks({}, 2).missing == std::vector<int>{0, 1});
  CHECK(merge_ranks({}, 0).complete());
  const StepEnd fine = merge_ranks({well(1), well(0)}, 2);
  CHECK(fine.complete());
  CHECK_FALSE(fine.first);
  CHECK(fine.well == std::vector<int>{0, 1});
  CHECK(merge_ranks({well(5)}, 2).expected == 6);
}

TEST_CASE("step: what is said of it names the first, the others by cause, and who is missing")
{
  std::vector<RankEnd> ends{failed(17, "cuda_oom", 10, "n2")};
  for (int rank = 0; rank < 60; ++rank) {
    if (rank != 17 && rank != 3) {
      ends.push_back(failed(rank, "nccl_timeout", 2000 + rank, rank < 32 ? "n1" : "n2"));
    }
  }
  ends.push_back(well(3));
  CHECK(step_lines(merge_ranks(ends, 64)) ==
        std::vector<std::string>{"60 of 64 ranks ended, on 2 hosts: n1, n2",
                                 "rank 17 on n2 failed first (cuda_oom)", "cuda_oom: rank 17",
                                 "nccl_timeout: ranks 0-2, 4-16, 18-59", "success: rank 3",
                                 "not seen to end: ranks 60-63"});
}

TEST_CASE("step: thousands of ranks in no order at all make a short report")
{
  constexpr int kRanks = 4096;
  std::vector<RankEnd> ends;
  for (int rank = 0; rank < kRanks; rank += 2) {  // no two beside each other: no ranges
    ends.push_back(failed(rank, "cause_" + std::to_string(rank % 40), 1000 + rank,
                          "host-with-a-long-name-" + std::to_string(rank / 8)));
  }
  std::shuffle(ends.begin(), ends.end(), std::mt19937{1});
  std::size_t bytes = 0;
  for (const std::string& line : step_lines(merge_ranks(ends, kRanks))) {
    CHECK(line.size() < 320);
    bytes += line.size() + 1;
  }
  CHECK(bytes < 3072);
  CHECK(bounded_ranks({1, 3, 5}) == "1, 3, 5");
  std::vector<int> odd;
  for (int rank = 1; rank < 200; rank += 2) {
    odd.push_back(rank);
  }
  const std::string text = bounded_ranks(odd);
  CHECK(text.ends_with(" and 59 more"));
  CHECK(text.size() < 200);
}
