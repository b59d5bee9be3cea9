#pragma once

#include "cli/say.hpp"
#include "job/job_report.hpp"

#include <gpualert/config.hpp>
#include <gpualert/rule_set.hpp>
#include <gpualert/run_store.hpp>
#include <gpualert/scheduler.hpp>

#include <memory>
#include <optional>
#include <string>

namespace gpualert::cli {

// Tells of jobs that have ended: a line on standard output, and a report to those who have none.
class JobTeller {
public:
  // `config_file`: of --config, "" = as the environment says. The environment outlives this.
  JobTeller(const LoadedConfig& loaded, const Environment& environment, std::string config_file);

  // A job that `gpualert run` has reported is not reported again. Of one that died with its job the
  // record is completed, unless another gpualert is at it.
  void ended(JobInfo job);
  void lost(const std::string& id, const std::string& why);

  // Whether a job failed, or may have.
  bool failed() const noexcept { return failed_; }

private:
  std::optional<RunRecord> run_of(const JobInfo& job) const;
  void name_cluster(JobInfo& job);
  jobs::JobReport judge(const JobInfo& job) const;
  bool finish(const JobInfo& job, const RunRecord& run);
  void tell(const JobInfo& job, const jobs::JobReport& report);
  void send(const jobs::JobReport& report, const std::string& job);

  Config config_;
  const Environment& environment_;
  std::string config_file_;
  RunStore runs_;
  std::shared_ptr<const RuleSet> rules_;
  std::optional<std::string> cluster_;  // once asked for
  bool failed_ = false;
};

// A line on standard output; nobody may be reading any more.
void print(const std::string& line);

}  // namespace gpualert::cli
