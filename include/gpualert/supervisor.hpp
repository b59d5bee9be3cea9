#pragma once

#include <gpualert/byte_sink.hpp>
#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpualert {

enum class PtyMode { automatic, always, never };

struct SupervisorOptions {
  std::vector<std::string> runs_dirs;  // candidates in order; the first that can be made is used
  std::string log_file;                // --log: exact path; "" = output.log in the run directory
  std::string name;                    // "" = scheduler's job name or the program's
  PtyMode pty = PtyMode::automatic;    // automatic: where the user had a terminal
  bool add_environment = true;         // GPUALERT_RUN_ID, GPUALERT_RUN_PATH, PYTHONUNBUFFERED
  std::vector<std::string> remove_environment;  // names of our password variables
  std::map<std::string, std::string>
      settings;        // goes into the mark of the open run (open_runs.hpp)
  bool quiet = false;  // no line of ours on stderr, save that the command could not be started
  std::chrono::milliseconds end_limit{20000};  // the supervisor waits at most this long after the
                                               // job's end for diagnosis and delivery together
};

// What is left to say after the end of the job.
struct Closing {
  std::vector<std::string> lines;  // for fd 2, without the "gpualert: " prefix
};

// What a run wants while it goes on.
struct During {
  std::int64_t next_ns = INT64_MAX;  // monotonic: ask again then; INT64_MAX: not before a signal
  int signal = 0;                    // give it to the job, as if it had come from outside
  bool changed = false;              // the record has news: write it
};

// The stages after the supervisor, as the supervisor sees them. All calls come from one thread of
// the logger process, never from two at once; none may throw.
class RunObserver : public ByteSink {
public:
  // The job runs: asked once when it has started, after each signal that reached the supervisor
  // (the record, on disk already, has it), and when the last answer said. It must not wait for
  // anything: the log is written by the same thread.
  virtual During during(RunRecord& /*record*/) noexcept { return {}; }

  // The job ended (or the supervisor was killed) and all its output was handed over. `record` is
  // complete and already on disk. Diagnosis, report and delivery happen here.
  virtual Closing end(const RunRecord& record) noexcept = 0;

  // After end(): other runs below the same runs directory were not seen to end. Most of them go on,
  // some may have died with everything around them.
  virtual void others_open(const RunRecord& /*record*/) noexcept {}
};

// Runs the command to its end: three processes, see docs in src/supervise/README.md. Returns in the
// caller's process only, with the job's ending; never returns when fork was refused (the command
// then runs in place of this process).
Ending supervise(const std::vector<std::string>& argv, const SupervisorOptions& options,
                 RunObserver& observer);

// Ends this process as the job ended: the same exit code, or death by the same signal without a
// core file (128 + signal where that is impossible, as for pid 1).
[[noreturn]] void end_like(const Ending& ending) noexcept;

}  // namespace gpualert
