#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/job_teller.hpp"
#include "cli/job_watch.hpp"
#include "cli/say.hpp"

#include <fmt/format.h>

#include <csignal>
#include <ctime>

#include <algorithm>

namespace gpualert::cli {

namespace {

constexpr int kNotEnded = 2;
constexpr std::chrono::milliseconds kFirstPause{2000};
constexpr std::chrono::milliseconds kLongestPause{30000};

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

// Says what a look found. False when there is no use in another.
bool tell(const JobWatch::Look& look, JobTeller& teller, std::string& last_trouble)
{
  for (const JobInfo& job : look.requeued) {
    print(fmt::format("job {} ({}): requeued, now {}", shown_id(job), job.identity.job_name,
                      job.job.state));
  }
  for (const JobInfo& job : look.ended) {
    teller.ended(job);
  }
  for (const std::string& id : look.lost) {
    teller.lost(id, look.why_lost);
  }
  if (!look.trouble.empty() && look.trouble != last_trouble) {
    say(look.trouble + (look.hopeless ? "" : "; trying again"));
  }
  last_trouble = look.trouble;
  return !look.hopeless;
}

int watch(JobWatch& jobs, JobTeller& teller, bool once)
{
  const Pause pause;
  std::string trouble;
  std::chrono::milliseconds time = kFirstPause;
  for (;;) {
    const JobWatch::Look look = jobs.look();
    if (!tell(look, teller, trouble)) {
      return kFailed;
    }
    if (jobs.over()) {
      return teller.failed() ? kFailed : kDone;
    }
    if (once && !look.trouble.empty()) {
      return kFailed;
    }
    // Ends are news that others may follow at once: an array's tasks end together.
    time = look.ended.empty() ? std::min(time * 3 / 2, kLongestPause) : kFirstPause;
    if (once || !pause.wait(time)) {
      print(fmt::format("not ended: {}", fmt::join(jobs.waiting(), ", ")));
      return teller.failed() ? kFailed : kNotEnded;
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
  JobTeller teller(*loaded, environment, options.file.empty() ? "" : absolute_path(options.file));
  JobWatch jobs(
      options.jobs, [](const auto& ids) { return query_scontrol(ids); },
      [](const auto& ids) { return query_sacct(ids); });
  return watch(jobs, teller, options.once);
}

}  // namespace gpualert::cli
