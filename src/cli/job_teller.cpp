#include "cli/job_teller.hpp"

#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/job_output.hpp"
#include "cli/job_watch.hpp"
#include "cli/life.hpp"
#include "cli/reported.hpp"
#include "cli/run_claim.hpp"
#include "cli/send_job_report.hpp"
#include "cli/user_rules.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <utility>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kSkew = 60'000'000'000;  // clocks of two hosts, and NFS

void print_told()
{
  print("    reported already, by another gpualert");
}

bool save(const jobs::JobReport& report)
{
  const std::string& dir = report.record.path;
  Status saved = write_file_atomic(dir + "/run.json", to_json(report.record), Sync::yes);
  if (saved) {
    saved = write_file_atomic(dir + "/verdict.json", to_json(report.verdict), Sync::yes);
  }
  if (!saved) {
    say(saved.error().what);
  }
  return bool(saved);
}

}  // namespace

void print(const std::string& line)
{
  (void)write_all(STDOUT_FILENO, line + "\n", "write");
}

JobTeller::JobTeller(const LoadedConfig& loaded, const Environment& environment,
                     std::string config_file)
    : config_(loaded.config),
      environment_(environment),
      config_file_(std::move(config_file)),
      runs_(runs_dir_candidates(config_, environment)),
      rules_(load_rules_or_say(rule_paths(config_, environment)))
{
  // Somebody waits for these jobs: a success is news, however short.
  if (config_.notify == Notify::automatic) {
    config_.notify = Notify::always;
  }
}

void JobTeller::ended(JobInfo job)
{
  failed_ = failed_ || job.job.state != "COMPLETED";
  name_cluster(job);
  const std::optional<RunRecord> run = run_of(job);
  if (!run) {
    const jobs::JobReport report = judge(job);
    tell(job, report);
    send(report, report.record.id);
  } else if (run->ended || !finish(job, *run)) {
    print(fmt::format("job {} ({}): {}; gpualert run keeps its log and reports: {}", shown_id(job),
                      job.identity.job_name, job.job.state, run->path));
  }
}

void JobTeller::lost(const std::string& id, const std::string& why)
{
  failed_ = true;
  print(fmt::format("job {}: how it ended is unknown: {}", id, why));
}

// The record that `gpualert run` keeps of this job, where it ran under it.
std::optional<RunRecord> JobTeller::run_of(const JobInfo& job) const
{
  const Result<std::string> found = runs_.find(job.identity.job);
  Result<RunRecord> record = found ? read_run_record(*found) : Result<RunRecord>(Error{});
  if (!record || record->scheduler.job != job.identity.job ||
      (job.started_ns && record->started.wall_ns + kSkew < *job.started_ns)) {
    return std::nullopt;
  }
  record->path = *found;
  return std::move(record).value();
}

// The controller does not say it with each job.
void JobTeller::name_cluster(JobInfo& job)
{
  if (!job.identity.cluster.empty()) {
    return;
  }
  if (!cluster_) {
    cluster_ = query_cluster();
  }
  job.identity.cluster = job.job.cluster = *cluster_;
}

jobs::JobReport JobTeller::judge(const JobInfo& job) const
{
  const std::string output = output_file(job, job.output);
  const std::string errors = output_file(job, job.errors);
  return jobs::judge_job(jobs::record_of_job(job), {output, Fd{}},
                         {errors == output ? "" : errors, Fd{}}, rules_);
}

// Of a run that died with its job. False: it lives, or somebody else has it in hand, or had it.
bool JobTeller::finish(const JobInfo& job, const RunRecord& run)
{
  if (life_of(run, {}, here(), now().wall_ns).life == Life::live) {
    return false;
  }
  std::optional<RunClaim> claim = RunClaim::take(run);
  Result<RunRecord> record = claim ? read_run_record(run.path) : Result<RunRecord>(Error{});
  if (!record || record->ended) {
    return false;
  }
  record->path = run.path;
  const bool told = is_told_elsewhere(run.path);
  const jobs::JobReport report = jobs::judge_open_run(job, std::move(record).value(), rules_);
  tell(job, report);
  if (!save(report)) {
    return true;
  }
  if (told) {
    print_told();
  } else {
    send(report, jobs::run_id(job.identity));
  }
  claim->done();
  return true;
}

void JobTeller::tell(const JobInfo& job, const jobs::JobReport& report)
{
  const std::string what = report.verdict.success() ? "" : ": " + report.verdict.title;
  print(fmt::format("job {} ({}): {}, {}{}", shown_id(job), job.identity.job_name, job.job.state,
                    describe_ending(report.record), what));
  if (!report.record.log.path.empty()) {
    print("    output: " + report.record.log.path);
  }
  for (const std::string& note : report.record.log.notes) {
    print("    " + note);
  }
}

void JobTeller::send(const jobs::JobReport& report, const std::string& job)
{
  const bool wanted = config_.notify == Notify::always || config_.notify == Notify::change ||
                      (config_.notify == Notify::failure && !report.verdict.success());
  if (!wanted) {
    return;
  }
  const SentReport sent = send_job_report(report, job, config_, environment_, config_file_);
  if (sent.queued) {
    print("    reported: " + sent.subject);
  }
  if (sent.told) {
    print_told();
  }
  for (const std::string& problem : sent.problems) {
    say(problem);
  }
}

}  // namespace gpualert::cli
