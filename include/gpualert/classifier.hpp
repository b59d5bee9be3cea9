#pragma once

#include <gpualert/byte_sink.hpp>
#include <gpualert/progress.hpp>
#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpualert {

// What a matching line says about the cause (knowledge base, section 3).
enum class Role { external, root, confirmation, symptom, weak, generic, noise };

// Lines that matched a rule and differ in digits alone.
struct Finding {
  std::string rule, cause;
  Role role = Role::root;  // lower than the rule's own where the line is a warning
  int order = 0;           // position of the rule in the whole set
  Evidence first;          // first line that matched
  std::uint64_t last_line = 0;
  std::uint64_t count = 0;
  std::vector<int> ranks;  // that printed it, sorted; the first 64
  // The first match after the last progress before the last match, where that is not `first`:
  // what came before it was followed by progress, so the job had recovered from it.
  std::optional<Evidence> latest;
  std::string exception;    // name of the Python exception that the line names: "KeyError"
  std::string title, hint;  // the rule's own, where it has them, for those of the cause
  bool uncaught = false;    // the line ends a traceback that is not one of clean-up or of a thread
  bool warning = false;     // the program printed it as a warning
  bool caught = false;      // that traceback begins in a function: somebody caught and printed it
  bool handled = false;  // its traceback was followed by "During handling of the above exception"

  const Evidence& episode() const noexcept { return latest ? *latest : first; }
};

// The end of one rank's process as a launcher reports it (torchrun, srun, mpirun).
struct RankDeath {
  std::optional<int> rank;
  bool local = false;  // rank counts within one host
  std::string host;
  std::int64_t pid = 0;      // 0: not named
  std::optional<int> code;   // as a shell's or, negative, a signal
  bool named_first = false;  // the launcher holds it to be the first failure
  std::uint64_t line = 0;
};

// What the output said: all that is kept of it, bounded whatever the log.
struct Findings {
  std::vector<Finding> items;     // in order of first line
  std::vector<RankDeath> deaths;  // as printed, the first 64
  Progress progress;
  std::uint64_t lines = 0, bytes = 0;
  std::uint64_t last_progress_line = 0;    // 0: none
  std::uint64_t last_loss_line = 0;        // last with a finite training loss; 0: none
  std::uint64_t last_attempt_line = 0;     // where a launcher started the ranks again; 0: never
  std::uint64_t completion_line = 0;       // last line that says that training is complete; 0: none
  std::string last_exception;              // name of the last uncaught Python exception printed
  std::optional<Evidence> last_traceback;  // its last line
  bool cut_short = false;                  // the output ends inside a traceback
};

class RuleSet;
class RuleWatcher;

// Streaming scanner over the job's output. Nothing is compiled before the first byte.
// Memory is bounded (a few MiB) whatever the output; a line over 64 KiB keeps head and tail.
class Scanner final : public ByteSink {
public:
  Scanner();  // with the rules that are compiled in
  // With the rules of a user in front of them (<gpualert/rule_set.hpp>); null: the same as without.
  explicit Scanner(std::shared_ptr<const RuleSet> rules, RuleWatcher* watcher = nullptr);
  Scanner(const Scanner&) = delete;
  Scanner& operator=(const Scanner&) = delete;
  ~Scanner() override;
  void bytes(Stream stream, std::string_view data) noexcept override;
  // When the bytes that follow arrived, by the monotonic clock. Not called: not known.
  void arrives(std::int64_t monotonic_ns) noexcept { arrival_ns_ = monotonic_ns; }
  // Ends the last, unterminated line and gives the findings. Call once.
  Findings finish();
  // What the whole lines up to now say; the output goes on.
  Findings so_far() const;

private:
  struct Impl;
  std::shared_ptr<const RuleSet> rules_;
  RuleWatcher* watcher_ = nullptr;
  std::int64_t arrival_ns_ = 0;
  std::unique_ptr<Impl> impl_;
};

// How the process ended, as the diagnosis sees it.
struct ProcessEnd {
  std::optional<Ending> ending;  // empty: unknown (classify without --exit-code)
  std::optional<Error> exec_error;
  std::uint64_t oom_kills = 0;  // of the job's memory cgroup during the run
  std::string job_state;        // SchedulerJob::state; "" = not known
  bool at_limit = false;        // it was ended by a signal when its allocation was over
  // A signal told it to end so long before the end of its allocation that it may well have been
  // the scheduler's warning (--signal of sbatch); the signal, and ns before the end.
  int warning = 0;
  std::int64_t warned_before_ns = 0;
};

// As the record of a run tells it. It was at its limit when SIGTERM, SIGKILL or something that
// nobody saw ended it no earlier than 5 s before the end of its allocation. A signal before that
// counts as a warning in the last tenth of the allocation, 15 min at most.
ProcessEnd process_end(const RunRecord& record);

// Chooses the cause: output, status and counters together. Pure.
Verdict diagnose(const Findings& findings, const ProcessEnd& end);

// Rules compiled into the program: how many, and a hash of them, for --version.
struct RulesInfo {
  std::size_t rules = 0, causes = 0;
  std::string hash;
};
RulesInfo builtin_rules_info();

}  // namespace gpualert
