#include "cli/pipeline.hpp"

#include "base/file.hpp"
#include "cli/deliverer.hpp"
#include "cli/enclosures.hpp"
#include "cli/mailer.hpp"
#include "cli/notify_policy.hpp"
#include "cli/outcomes.hpp"
#include "cli/provisional.hpp"
#include "cli/reported.hpp"
#include "cli/reported_line.hpp"
#include "cli/step_place.hpp"
#include "cli/step_report.hpp"
#include "cli/sweeper.hpp"
#include "cli/user_rules.hpp"

#include <gpualert/open_runs.hpp>
#include <gpualert/outbox.hpp>
#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>

#include <chrono>
#include <exception>
#include <utility>

namespace gpualert::cli {

namespace {

// The log waits as long as a disk with rules does not answer.
constexpr std::chrono::milliseconds kRulesWait{400};

}  // namespace

Pipeline::Pipeline(const Config& config, const Environment& environment, std::string config_file)
    : config_(config),
      state_dirs_(state_dir_candidates(config, environment)),
      config_file_(std::move(config_file)),
      rule_paths_(rule_paths(config, environment)),
      while_running_(config_, state_dirs_, config_file_)
{
}

// A user's rules are read here, where no job waits for it: a job that prints nothing needs none.
void Pipeline::start_scanner()
{
  const LoadedRules rules = load_rules(rule_paths_, kRulesWait);
  for (const std::string& warning : rule_warnings(rules.problems)) {
    problem(warning);
  }
  scanner_.emplace(rules.set);
}

void Pipeline::bytes(Stream stream, std::string_view data) noexcept
{
  if (!scanner_) {
    try {
      start_scanner();
    } catch (const std::exception& error) {
      scanner_.emplace();
      problem(std::string{"rules ignored: "} + error.what());
    }
  }
  scanner_->arrives(now().monotonic_ns);
  scanner_->bytes(stream, data);
}

During Pipeline::during(RunRecord& record) noexcept
{
  try {
    return while_running_.look(record, scanner_ ? &*scanner_ : nullptr, problems_);
  } catch (const std::exception& error) {
    problem(error.what());
    return {};
  }
}

void Pipeline::problem(std::string what) noexcept
{
  try {
    problems_.push_back(std::move(what));
  } catch (const std::bad_alloc&) {
    // Without memory for one more line there is nothing left to say it with.
  }
}

Verdict Pipeline::judge(const RunRecord& record)
{
  try {
    return diagnose(scanner_ ? scanner_->finish() : Findings{}, process_end(record));
  } catch (const std::exception& error) {
    problem(std::string{"the output could not be diagnosed: "} + error.what());
    return diagnose({}, process_end(record));  // by the status alone
  }
}

void Pipeline::save(const RunRecord& record, const char* name, std::string_view text)
{
  if (record.path.empty()) {
    return;  // a log in memory only: the supervisor said so
  }
  const Status saved = write_file_atomic(record.path + "/" + name, text, Sync::no);
  if (!saved) {
    problem(saved.error().what);
  }
}

// With --notify change: is this run's outcome one? It is remembered either way, but only once its
// report is in the outbox.
void Pipeline::report_change(RunRecord record, const Verdict& verdict)
{
  const std::string& state_dir = state_dirs_.front();
  const std::optional<Outcome> last = last_outcome(state_dir, record.name);
  const Outcome outcome = next_outcome(last, verdict);
  const bool change = is_change(last, outcome);
  if (const std::string note = change_note(last, outcome); change && !note.empty()) {
    record.notes.push_back(note);
  }
  report(record, verdict, change);
  if (config_.dry_run) {
    return;
  }
  if (const Status kept = remember_outcome(state_dir, record.name, outcome); !kept) {
    problem("this outcome is not remembered: " + kept.error().what);
  }
}

void Pipeline::report(const RunRecord& record, const Verdict& verdict, bool notify)
{
  if (!notify) {
    withdraw(record, state_dirs_);
  }
  if (config_.dry_run && !notify) {
    problem("dry run: no report would be sent");
  }
  if (verdict.success() && !notify) {
    return;
  }
  const Enclosures enclosures =
      notify ? Enclosures{record, verdict, config_, problems_} : Enclosures{};
  const std::vector<Addressed> reports = compose_all(record, verdict, config_, enclosures);
  save(record, "report.eml", reports.front().message.eml);
  if (!notify) {
    return;
  }
  if (config_.dry_run) {
    for (std::string& words : dry_run_words(reports, record.path)) {
      problem(std::move(words));
    }
    return;
  }
  const Queued queued = enqueue_all(reports, record, state_dirs_);
  for (const std::string& what : queued.problems) {
    problem("the report could not be queued: " + what);
  }
  if (queued.state_dir.empty()) {
    return;
  }
  if (std::string line = reported_line(reports, record, verdict, config_); !line.empty()) {
    problem(std::move(line));
  }
  if (const Status sent = deliver(record, queued.state_dir); !sent) {
    problem("the report stays in the outbox: " + sent.error().what);
  }
}

// One report for all ranks of a step. False: this run reports for itself.
bool Pipeline::report_as_rank(const RunRecord& record, const Verdict& verdict, bool notify)
{
  const bool alone = config_.dry_run || config_.notify == Notify::never;
  if (alone || step_place(record).ranks == 0) {
    return false;
  }
  const Result<StepPosted> posted = report_step(record, verdict, notify, config_, state_dirs_);
  if (!posted) {
    problem("this rank reports for itself: " + posted.error().what);
    return false;
  }
  for (const std::string& what : posted->problems) {
    problem(what);
  }
  if (!posted->reported.empty()) {
    problem(posted->reported);
  }
  withdraw(record, state_dirs_);
  if (!verdict.success()) {
    save(record, "report.eml", compose_all(record, verdict, config_).front().message.eml);
  }
  if (posted->held && posted->first && delivers_) {
    start_deliverer_after(kStepHold + std::chrono::seconds{1}, posted->state_dir, config_file_);
  }
  if (!posted->state_dir.empty() && !posted->held) {
    if (const Status sent = deliver(record, posted->state_dir); !sent) {
      problem("the report stays in the outbox: " + sent.error().what);
    }
  }
  return true;
}

// Messages of earlier runs that are still waiting. One stat(2) when there are none. That it did not
// work now is no news for the user of this run.
void Pipeline::retry_older(const RunRecord& record)
{
  const bool wanted =
      config_.notify != Notify::never && record.parent.empty() && !delivering_ && !config_.dry_run;
  if (wanted && Outbox{state_dirs_.front() + "/outbox"}.due()) {
    (void)deliver(record, state_dirs_.front());
  }
}

bool Pipeline::resume(const RunRecord& record) noexcept
{
  try {
    const auto reported = read_reported(record.path);
    if (!reported) {
      return false;
    }
    (void)publish_final(*reported, record, problems_);
    retry_older(record);
  } catch (const std::exception& error) {
    problem(error.what());
  }
  return true;
}

Status Pipeline::deliver(const RunRecord& record, const std::string& state_dir)
{
  delivering_ = true;
  if (!delivers_) {
    return ok();
  }
  const Result<std::string> program = find_deliverer();
  if (!program) {
    return program.error();
  }
  const Result<pid_t> pid = start_deliverer(program.value(), {state_dir, config_file_});
  if (!pid) {
    return pid.error();
  }
  wait_for_deliverer(pid.value(), notify_wait(record, config_));
  return ok();
}

void Pipeline::others_open(const RunRecord& record) noexcept
{
  if (!record.parent.empty() || config_.dry_run) {
    return;
  }
  try {
    const std::string open = open_runs_dir(record.path);
    start_sweep(open.substr(0, open.rfind('/')), state_dirs_.front(), config_file_);
  } catch (const std::exception&) {
    // Out of memory: the next run does it.
  }
}

Closing Pipeline::end(const RunRecord& record) noexcept
{
  Closing closing;
  while_running_.end();
  try {
    const Verdict verdict = judge(record);
    if (!verdict.success()) {
      closing.lines = closing_lines(record, verdict);
    }
    save(record, "verdict.json", to_json(verdict));
    const bool notify = should_notify(record, verdict, config_);
    if (report_as_rank(record, verdict, notify)) {
      // Another rank may say it for all.
    } else if (notify && config_.notify == Notify::change) {
      report_change(record, verdict);
    } else {
      report(record, verdict, notify);
    }
    retry_older(record);
  } catch (const std::exception& error) {
    problem(error.what());
  }
  if (config_.quiet) {
    return {};
  }
  try {
    closing.lines.insert(closing.lines.end(), problems_.begin(), problems_.end());
  } catch (const std::bad_alloc&) {
    // The cause stands in front of them and is what counts.
  }
  return closing;
}

}  // namespace gpualert::cli
