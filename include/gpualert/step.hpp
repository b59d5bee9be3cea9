#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// A job step: the ranks that `srun gpualert run …` starts, each a run of its own, in one group.

// How one rank ended.
struct RankEnd {
  int rank = 0;
  std::string host;
  std::string clock;  // monotonic times of one clock compare: of the boot id, the first digits
  Moment when;        // when its decisive line came; its end, where no line decides
  bool failed = false;
  bool news = false;  // its outcome is to be reported
  std::string cause;  // id of the catalogue
};

// As the name of a file, so that one listing tells how thousands of ranks ended; at most 200 bytes.
std::string to_name(const RankEnd& end);
std::optional<RankEnd> parse_rank_end(std::string_view name);

// Ranks that failed of one cause.
struct RanksOfCause {
  std::string cause;
  std::vector<int> ranks;  // sorted
  std::size_t first = 0;   // of StepEnd::ends: the one that failed first
};

struct StepEnd {
  int expected = 0;
  std::vector<RankEnd> ends;         // by rank, one for each
  std::optional<std::size_t> first;  // of ends: whose failure came first; empty when none failed
  bool doubtful = false;  // another host failed within the tolerance of clocks, so causes decided
  std::vector<RanksOfCause> causes;  // the first one's first, then by time
  std::vector<int> well, missing;    // ranks that succeeded; that were not seen to end
  std::vector<std::string> hosts;    // sorted, each once

  bool complete() const noexcept { return missing.empty(); }
};

// Clocks of two hosts are taken to agree to this only.
inline constexpr std::int64_t kClockTolerance = 1'000'000'000;  // ns

// Who failed first. On one host the monotonic clock says so; of several hosts each one's first
// failure counts, by wall clock, and of those within the tolerance of the earliest one that a
// failure elsewhere does not explain (nccl_timeout, rendezvous, cancelled, … do not start a
// failure). Of two ends of one rank the later counts. `expected`: ranks of the step, at least as
// many as the highest seen. Linear in the ranks but for sorting.
StepEnd merge_ranks(std::vector<RankEnd> ends, int expected);

// What a report says of it, a line each; together below 3 KiB however many ranks there are.
std::vector<std::string> step_lines(const StepEnd& step);

// "0-6, 8": the beginning of number_list(), with the number of those left out.
std::string bounded_ranks(const std::vector<int>& ranks);

// STEP_DIR, RUNS/DATE/GROUP/.step: where the ranks of one attempt at a step note their ends. Ranks
// that started on two sides of midnight (UTC) share that of the first day; a requeued step has its
// own beside it, and so has a second launch within one job.
std::string step_dir(const RunRecord& record);

// "slurm-123.0-restart1": names the attempt at the step.
std::string step_label(const RunRecord& record, const std::string& step_dir);

// How many runs of that attempt there are in the group of the run, ended or not.
std::size_t runs_of_attempt(const RunRecord& record);

// Notes the end of a rank: all that merging needs is in the name of the file, and in it where the
// run is. Makes STEP_DIR where it is missing.
Status note_rank_end(const std::string& step_dir, const RankEnd& end, const std::string& run_dir);
std::vector<RankEnd> read_rank_ends(const std::string& step_dir);
// The run directory of one of them.
Result<std::string> run_dir_of(const std::string& step_dir, const RankEnd& end);

// The file of STEP_DIR that one rank has at a time, to write for all of them; its name now, with
// the lease of who has it.
std::string turn_file(const std::string& step_dir);

}  // namespace gpualert
