// step_bench [RANKS]: merges the ends of that many ranks (4096) on a node each eight, from a
// directory as they note them, and prints time, memory and the length of what is said.
#include <gpualert/step.hpp>

#include <fmt/format.h>

#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

using namespace gpualert;

namespace {

RankEnd end_of(int rank, int first)
{
  constexpr std::int64_t kMs = 1'000'000;
  constexpr int kRanksOfNode = 8;
  const int node = rank / kRanksOfNode;
  RankEnd end;
  end.rank = rank;
  end.host = fmt::format("node{:04}", node);
  end.clock = fmt::format("{:08x}", node);
  const std::int64_t at = (rank == first ? 0 : 600'000 + rank * 7 % 5000) * kMs;
  const std::int64_t skew = node % 11 * 80 * kMs;  // below a second
  end.when = {1'764'000'000'000'000'000 + at + skew, at};
  end.failed = end.news = true;
  end.cause = rank == first ? "cuda_oom" : rank % 5 == 0 ? "nccl_error" : "nccl_timeout";
  return end;
}

double ms_since(std::chrono::steady_clock::time_point start)
{
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace

int main(int argc, char** argv)
{
  const int ranks = argc > 1 ? std::atoi(argv[1]) : 4096;
  const int first = ranks / 3;
  const std::string dir = std::filesystem::temp_directory_path() / "gpualert-step-bench.XXXXXX";
  std::string made = dir;
  if (::mkdtemp(made.data()) == nullptr) {
    return 1;
  }
  const std::string step = made + "/.step";
  auto start = std::chrono::steady_clock::now();
  for (int rank = 0; rank < ranks; ++rank) {
    if (!note_rank_end(step, end_of(rank, first), "/runs/2026-11-30/slurm-1.0/run")) {
      return 1;
    }
  }
  fmt::print("{} ranks note their ends: {:.3f} ms each\n", ranks, ms_since(start) / ranks);
  start = std::chrono::steady_clock::now();
  std::vector<RankEnd> ends = read_rank_ends(step);
  fmt::print("read: {:.1f} ms\n", ms_since(start));
  start = std::chrono::steady_clock::now();
  const StepEnd merged = merge_ranks(std::move(ends), ranks);
  const double merging = ms_since(start);
  std::size_t bytes = 0;
  for (const std::string& line : step_lines(merged)) {
    bytes += line.size() + 1;
    fmt::print("  {}\n", line);
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const bool right = merged.first && merged.ends[*merged.first].rank == first;
  fmt::print("merged: {:.1f} ms; {} bytes said; {:.1f} MiB at most; the first rank {}\n", merging,
             bytes, static_cast<double>(usage.ru_maxrss) / 1024, right ? "found" : "NOT found");
  std::filesystem::remove_all(made);
  return right ? 0 : 1;
}
