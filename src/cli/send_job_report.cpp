#include "cli/send_job_report.hpp"

#include "cli/deliverer.hpp"
#include "cli/mailer.hpp"

#include <chrono>

namespace gpualert::cli {

namespace {

constexpr std::chrono::seconds kPatience{10};

Status deliver(const std::string& state_dir, const std::string& config_file)
{
  const Result<std::string> program = find_deliverer();
  if (!program) {
    return program.error();
  }
  const Result<pid_t> pid = start_deliverer(program.value(), {state_dir, config_file});
  if (!pid) {
    return pid.error();
  }
  wait_for_deliverer(pid.value(), kPatience);
  return ok();
}

}  // namespace

SentReport send_job_report(const jobs::JobReport& report, const std::string& job,
                           const Config& config, const Environment& environment,
                           const std::string& config_file)
{
  SentReport sent;
  const std::vector<Addressed> reports =
      compose_all(report.record, report.verdict, config, {}, report.log.get(), job);
  sent.subject = reports.front().message.subject;
  if (config.dry_run) {
    sent.problems = dry_run_words(reports, "");
    return sent;
  }
  const Queued queued =
      enqueue_all(reports, report.record, state_dir_candidates(config, environment));
  for (const std::string& what : queued.problems) {
    sent.problems.push_back("the report could not be queued: " + what);
  }
  sent.queued = !queued.state_dir.empty();
  sent.told = queued.told;
  if (sent.queued) {
    if (const Status started = deliver(queued.state_dir, config_file); !started) {
      sent.problems.push_back("the report stays in the outbox: " + started.error().what);
    }
  }
  return sent;
}

}  // namespace gpualert::cli
