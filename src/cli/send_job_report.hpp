#pragma once

#include "job/job_report.hpp"

#include <gpualert/config.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

struct SentReport {
  std::vector<std::string> problems;
  bool queued = false;  // a report is in the outbox
  bool told = false;    // none had to: another gpualert has told the same people
  std::string subject;  // of the report
};

// Composes the report of a job (its run id: jobs::run_id), puts it into the outbox once for each
// channel of `config`, and starts the deliverer, which is waited for at most 10 s. `config_file`:
// of --config, "" = as the environment says. With --dry-run nothing is sent, and `problems` says
// what would be.
SentReport send_job_report(const jobs::JobReport& report, const std::string& job,
                           const Config& config, const Environment& environment,
                           const std::string& config_file);

}  // namespace gpualert::cli
