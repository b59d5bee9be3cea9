#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// RUNS/.open/MARK: a file for each run that was not seen to end, so that whoever looks for runs
// that died with everything around them need not walk through a month of records. It is made when a
// run has lasted for half a second, and removed after its report. A run's mark is a few hundred
// bytes.
struct OpenRun {
  std::string run_dir;  // absolute
  std::string host;     // of the run
  // Clock ticks since boot: with its pid, which is in the record, it tells the supervisor from a
  // later process of that pid. 0: not known.
  std::uint64_t supervisor_start = 0;
  std::string pid_namespace;  // the pids of the record are of this one; "": not known
  // Key -> text, as given on the command line and in the environment of the run, paths absolute:
  // whoever finishes it reports as it would have.
  std::map<std::string, std::string> settings;
};

// RUNS/.open of a run directory RUNS/DATE/GROUP/RUN.
std::string open_runs_dir(std::string_view run_dir);

std::string mark_name(const RunRecord& record);
std::string to_text(const OpenRun& run);
Result<OpenRun> parse_open_run(std::string_view text);

// Makes the mark of a run with a directory. `lives`: it is a run of ours that goes on.
Status mark_open(const RunRecord& record, const std::map<std::string, std::string>& settings,
                 bool lives);

// Removes it. True when runs are left there that are marked as open; found out without a listing.
bool unmark_open(const RunRecord& record);

// The marks in RUNS/.open, also those that somebody has in hand ("MARK~LEASE").
std::vector<std::string> open_marks(const std::string& dir);

// Run directories of the `days` newest days, newest first, marked or not.
std::vector<std::string> runs_of_newest_days(const std::string& runs_dir, std::size_t days);

// Reads one.
Result<OpenRun> read_open_run(const std::string& dir, const std::string& mark);

}  // namespace gpualert
