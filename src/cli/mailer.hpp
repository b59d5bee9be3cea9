#pragma once

#include "cli/enclosures.hpp"

#include <gpualert/config.hpp>
#include <gpualert/outbox.hpp>
#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpualert::cli {

// A report for one channel.
struct Addressed {
  std::string channel;
  Message message;
  std::map<std::string, std::string> facts;  // for a webhook, and a digest
  bool is_mail = true;
  std::string job{};  // ReportOptions::job
};

// The report of a run, once for each channel: they may have their own senders, recipients and
// budgets. At least one, for the embedded Maildir. `log_fd`, `job`: of ReportOptions; a run that
// died with its job is that job's whatever is given.
std::vector<Addressed> compose_all(const RunRecord& record, const Verdict& verdict,
                                   const Config& config, const Enclosures& enclosures = {},
                                   int log_fd = -1, const std::string& job = {});

// The same of a mail about a run that goes on, or whose end was not seen.
std::vector<Addressed> compose_interim(const RunRecord& record, const Verdict& verdict,
                                       const Config& config, const Interim& interim);

// What would be sent to whom, and where it can be read: `run_dir`/report.eml.
std::vector<std::string> dry_run_words(const std::vector<Addressed>& reports,
                                       const std::string& run_dir);

struct Queued {
  std::string state_dir;  // whose outbox holds the reports; "" when none does
  std::vector<std::string> problems;
  bool told = false;  // none had to: another gpualert has reported on the job to the same people
};

// Puts the reports into the outbox of the first of `state_dirs` that takes any. The final report
// takes the place of a provisional one (provisional.hpp).
Queued enqueue_all(const std::vector<Addressed>& reports, const RunRecord& record,
                   const std::vector<std::string>& state_dirs);

// The steps of that, for who does more between them. Writes and syncs the reports in the outbox of
// `state_dir`, not to be delivered before `not_before_ns` (wall clock; 0: at once). The Error says
// why the state directory cannot be used; why single ones are missing is added to `problems`.
Result<std::vector<PreparedEntry>> prepare_all(const std::vector<Addressed>& reports,
                                               const RunRecord& record,
                                               const std::string& state_dir,
                                               std::int64_t not_before_ns,
                                               std::vector<std::string>& problems);

// Publishes what was prepared and is not published yet; gives how many are in place, and says of
// the others why not.
std::size_t publish_all(const std::vector<PreparedEntry>& entries,
                        std::vector<std::string>& problems);

}  // namespace gpualert::cli
