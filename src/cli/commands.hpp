#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace gpualert::cli {

struct LogsOptions {
  std::string run;                // id, unique prefix, path or scheduler job id; "" = the newest
  std::size_t last = 1;           // the last'th newest
  bool out = false, err = false;  // neither: both
  bool timestamps = false, path = false, follow = false;
};
int logs_command(const LogsOptions& options);

struct ClassifyOptions {
  std::string exit_code;  // "" = unknown
  std::string signal;     // "KILL", "SIGKILL" or "9"
  bool json = false;
  bool explain = false;
  std::vector<std::string> rules;  // files or folders
  std::string file;                // "" or "-" = stdin
};
int classify_command(const ClassifyOptions& options);

// `gpualert explain RUN|FILE`: the decision step by step, as it was made for a run, or made now for
// a file.
int explain_command(const ClassifyOptions& options);

struct ReportCommandOptions {
  std::string run;
  bool text = false, html = false, eml = false, json = false;  // none: text
};
// `gpualert report RUN`: the report of a run once more.
int report_command(const ReportCommandOptions& options);

struct RulesOptions {
  std::vector<std::string> rules;  // --rules
  std::vector<std::string> paths;  // check: what to check
  bool json = false;               // list
  std::string log;                 // test: "-" = stdin
};
int rules_check_command(const RulesOptions& options);
int rules_list_command(const RulesOptions& options);
int rules_test_command(const RulesOptions& options);

struct ConfigOptions {
  std::string file;   // --config; "" = the usual one
  bool json = false;  // show
};
int config_init_command(const ConfigOptions& options);
int config_show_command(const ConfigOptions& options);
int config_check_command(const ConfigOptions& options);
int config_path_command(const ConfigOptions& options);

struct TestEmailOptions {
  std::string to;       // --to; "" = those of the channel
  std::string channel;  // --channel; "" = each
  std::string file;     // --config
};
int test_email_command(const TestEmailOptions& options);

struct OutboxOptions {
  std::string state;                 // --state; "" = ours
  bool json = false;                 // list
  std::vector<std::string> entries;  // show (one), drop
  bool all_dead = false;             // drop
};
int outbox_list_command(const OutboxOptions& options);
int outbox_flush_command(const OutboxOptions& options);
int outbox_show_command(const OutboxOptions& options);
int outbox_drop_command(const OutboxOptions& options);

struct CheckOptions {
  std::vector<std::string> scripts;  // "-" = standard input
  bool json = false;
};
// `gpualert check SCRIPT...`: what in a batch script hides a failure.
int check_command(const CheckOptions& options);

struct SlurmOptions {
  std::vector<std::string> jobs;
  std::string file;   // --config
  bool once = false;  // look, report what has ended, and leave
};
// `gpualert slurm JOBID...`: waits for jobs that were submitted already, and reports on their
// output files. 0: all went well, 1: one did not, or nobody knows, 2: some have not ended.
int slurm_command(const SlurmOptions& options);

struct DoctorOptions {
  std::string file;  // --config
  bool json = false;
  bool no_network = false;
};
int doctor_command(const DoctorOptions& options);

// `gpualert run`: `args` are the words after "run". Ends as the job ended.
int run_command(std::span<char* const> args) noexcept;

// `gpualert finish-run RUN_DIR WAIT_STATUS with-output|without-output`, for the supervisor's own
// use when the logger is lost: completes the record, diagnoses and reports. -1: the status is
// unknown. Without the output when reading it killed the first try.
int finish_run_command(const std::string& run_dir, const std::string& wait_status,
                       bool with_output);

// One line for people and bug reports.
std::string version_line();

}  // namespace gpualert::cli
