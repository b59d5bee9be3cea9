#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/job_output.hpp"
#include "cli/job_watch.hpp"
#include "cli/say.hpp"
#include "cli/send_job_report.hpp"
#include "cli/user_rules.hpp"

#include <gpualert/run_store.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <csignal>
#include <ctime>

#include <algorithm>
#include <optional>
#include <utility>

namespace gpualert::cli {

namespace {

constexpr int kNotEnded = 2;
constexpr std::chrono::milliseconds kFirstPause{2000};
constexpr std::chrono::milliseconds kLongestPause{30000};

void print(const std::string& line)
{
  (void)write_all(STDOUT_FILENO, line + "\n", "write");  // nobody may be reading any more
}

// Ctrl-C and SIGTERM end the waiting, not the reporting.
class Pause {
public:
  Pause()
  {
    ::sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      ::sigaddset(&signals_, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;
  ~Pause() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  // False when a signal came.
  bool wait(std::chrono::milliseconds time) const
  {
    constexpr long kMillion = 1'000'000;
    const timespec limit{time.count() / 1000, time.count() % 1000 * kMillion};
    return ::sigtimedwait(&signals_, nullptr, &limit) < 0;
  }

private:
  sigset_t signals_{}, before_{};
};

class Watcher {
public:
  Watcher(const LoadedConfig& loaded, const Environment& environment, std::string config_file)
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

  void ended(const JobInfo& job)
  {
    failed_ = failed_ || job.job.state != "COMPLETED";
    std::optional<RunRecord> run = run_of(job);
    if (run && run->ended) {
      print(fmt::format("job {} ({}): {}; gpualert run keeps its log and reports: {}",
                        shown_id(job), job.identity.job_name, job.job.state, run->path));
      return;
    }
    const JobReport report = run ? judge_open_run(job, std::move(*run), rules_) : judge(job);
    save(report);
    const std::string what = report.verdict.success() ? "" : ": " + report.verdict.title;
    print(fmt::format("job {} ({}): {}, {}{}", shown_id(job), job.identity.job_name, job.job.state,
                      describe_ending(report.record), what));
    if (!report.record.log.path.empty()) {
      print("    output: " + report.record.log.path);
    }
    for (const std::string& note : report.record.log.notes) {
      print("    " + note);
    }
    send(report);
  }

  void lost(const std::string& id, const std::string& why)
  {
    failed_ = true;
    print(fmt::format("job {}: how it ended is unknown: {}", id, why));
  }

  bool failed() const noexcept { return failed_; }

private:
  // The record that `gpualert run` keeps of this job, where it ran under it.
  std::optional<RunRecord> run_of(const JobInfo& job) const
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

  JobReport judge(const JobInfo& job) const
  {
    const std::string output = output_file(job, job.output);
    const std::string errors = output_file(job, job.errors);
    return judge_job(job, {output, Fd{}}, {errors == output ? "" : errors, Fd{}}, rules_);
  }

  // Completes the record of a run that died with its job: nobody reports on it a second time.
  static void save(const JobReport& report)
  {
    const std::string& dir = report.record.path;
    if (dir.empty()) {
      return;
    }
    for (const auto& [name, text] : {std::pair("/run.json", to_json(report.record)),
                                     std::pair("/verdict.json", to_json(report.verdict))}) {
      if (const Status saved = write_file_atomic(dir + name, text, Sync::yes); !saved) {
        say(saved.error().what);
      }
    }
  }

  void send(const JobReport& report)
  {
    const bool wanted = config_.notify == Notify::always || config_.notify == Notify::change ||
                        (config_.notify == Notify::failure && !report.verdict.success());
    if (!wanted) {
      return;
    }
    const SentReport sent = send_job_report(report, config_, environment_, config_file_);
    if (sent.queued) {
      print("    reported: " + sent.subject);
    }
    for (const std::string& problem : sent.problems) {
      say(problem);
    }
  }

  static constexpr std::int64_t kSkew = 60'000'000'000;  // clocks of two hosts, and NFS

  Config config_;
  const Environment& environment_;
  std::string config_file_;
  RunStore runs_;
  std::shared_ptr<const RuleSet> rules_;
  bool failed_ = false;
};

// Says what a look found. False when there is no use in another.
bool tell(const JobWatch::Look& look, Watcher& watcher, std::string& last_trouble)
{
  for (const JobInfo& job : look.requeued) {
    print(fmt::format("job {} ({}): requeued, now {}", shown_id(job), job.identity.job_name,
                      job.job.state));
  }
  for (const JobInfo& job : look.ended) {
    watcher.ended(job);
  }
  for (const std::string& id : look.lost) {
    watcher.lost(id, look.why_lost);
  }
  if (!look.trouble.empty() && look.trouble != last_trouble) {
    say(look.trouble + (look.hopeless ? "" : "; trying again"));
  }
  last_trouble = look.trouble;
  return !look.hopeless;
}

int watch(JobWatch& jobs, Watcher& watcher, bool once)
{
  const Pause pause;
  std::string trouble;
  std::chrono::milliseconds time = kFirstPause;
  for (;;) {
    const JobWatch::Look look = jobs.look();
    if (!tell(look, watcher, trouble)) {
      return kFailed;
    }
    if (jobs.over()) {
      return watcher.failed() ? kFailed : kDone;
    }
    if (once && !look.trouble.empty()) {
      return kFailed;
    }
    // Ends are news that others may follow at once: an array's tasks end together.
    time = look.ended.empty() ? std::min(time * 3 / 2, kLongestPause) : kFirstPause;
    if (once || !pause.wait(time)) {
      print(fmt::format("not ended: {}", fmt::join(jobs.waiting(), ", ")));
      return watcher.failed() ? kFailed : kNotEnded;
    }
  }
}

}  // namespace

int slurm_command(const SlurmOptions& options)
{
  for (const std::string& job : options.jobs) {
    const Result<JobId> id = parse_job_id(job);
    const bool single =
        id && id->step.empty() && id->task.find_first_not_of("0123456789") == std::string::npos;
    if (!single) {
      return usage_error(
          id ? job + ": give the id of a job, of an array, or of one task" : id.error().what,
          "gpualert help slurm");
    }
  }
  const Environment environment = our_environment();
  std::map<std::string, std::string> given;
  if (!options.file.empty()) {
    given["config"] = options.file;
  }
  const Result<LoadedConfig> loaded = load_config(given, environment);
  if (!loaded) {
    return usage_error(loaded.error().what, "gpualert help slurm");
  }
  for (const ConfigWarning& warning : loaded->warnings) {
    say(warning.text);
  }
  Watcher watcher(*loaded, environment, options.file.empty() ? "" : absolute_path(options.file));
  JobWatch jobs(
      options.jobs, [](const auto& ids) { return query_scontrol(ids); },
      [](const auto& ids) { return query_sacct(ids); });
  return watch(jobs, watcher, options.once);
}

}  // namespace gpualert::cli
