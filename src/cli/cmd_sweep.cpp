#include "cli/cmd_sweep.hpp"

#include "base/file.hpp"
#include "cli/deliverer.hpp"
#include "cli/environment.hpp"
#include "cli/say.hpp"
#include "cli/show_verdict.hpp"
#include "cli/sweep.hpp"

#include <gpualert/config.hpp>
#include <gpualert/outbox.hpp>
#include <gpualert/verdict.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace gpualert::cli {

namespace {

// What is left after that stays in the outbox.
constexpr std::chrono::seconds kDeadline{120};
constexpr std::size_t kLargestVerdict = 4U << 20U;

struct Places {
  std::vector<std::string> runs, states;
};

Result<Places> places(const SweepOptions& options)
{
  if (!options.state.empty()) {
    const std::string state = absolute_path(options.state);
    const std::string runs =
        options.runs_dir.empty() ? state + "/runs" : absolute_path(options.runs_dir);
    return Places{{runs}, {state}};
  }
  const Environment environment = our_environment();
  const Result<LoadedConfig> loaded = load_config({}, environment);
  if (!loaded) {
    return loaded.error();
  }
  if (!options.quiet) {
    for (const ConfigWarning& warning : loaded->warnings) {
      say(warning.text);
    }
  }
  return Places{options.runs_dir.empty() ? runs_dir_candidates(loaded->config, environment)
                                         : std::vector{absolute_path(options.runs_dir)},
                state_dir_candidates(loaded->config, environment)};
}

const char* state_of(const Swept& run, bool dry_run)
{
  switch (run.signs.life) {
    case Life::live:
      return "live";
    case Life::unknown:
      return "unknown";
    case Life::dead:
      break;
  }
  return run.finished ? "finished" : dry_run ? "dead" : "failed";
}

// The cause that was found, in words and as id.
std::pair<std::string, std::string> cause_of(const Swept& run)
{
  const Result<std::string> text = run.finished
                                       ? read_file(run.run_dir + "/verdict.json", kLargestVerdict)
                                       : Result<std::string>(Error{"not finished"});
  const Result<Verdict> verdict =
      text ? parse_verdict(text.value()) : Result<Verdict>(text.error());
  return verdict ? std::pair(verdict->title, verdict->cause)
                 : std::pair<std::string, std::string>();
}

std::string as_text(const std::vector<Swept>& runs, bool dry_run)
{
  std::string text;
  for (const Swept& run : runs) {
    const std::string title = cause_of(run).first;
    const std::string& more = run.problem.empty() ? title : run.problem;
    text += fmt::format("{}: {} ({}){}{}\n", printable(run.id), state_of(run, dry_run),
                        printable(run.signs.why), more.empty() ? "" : ": ", printable(more));
  }
  return text.empty() ? "No run is open.\n" : text;
}

std::string as_json(const std::vector<Swept>& runs, bool dry_run)
{
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Swept& run : runs) {
    Json one{{"run", run.id},
             {"path", run.run_dir},
             {"state", state_of(run, dry_run)},
             {"why", run.signs.why}};
    if (const std::string cause = cause_of(run).second; !cause.empty()) {
      one["cause"] = cause;
    }
    if (!run.problem.empty()) {
      one["problem"] = run.problem;
    }
    list.push_back(std::move(one));
  }
  const Json json{{"schema", 1}, {"runs", std::move(list)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// What waits in the outboxes and is due; what is held back stays until its time.
Status flush(const std::vector<std::string>& states)
{
  Status status = ok();
  for (const std::string& state : states) {
    if (!Outbox{state + "/outbox"}.due()) {
      continue;
    }
    const Result<std::string> program = find_deliverer();
    const Result<pid_t> pid = program ? start_deliverer(program.value(), {state, "", kDeadline})
                                      : Result<pid_t>(program.error());
    if (pid) {
      wait_for_deliverer(pid.value(), kDeadline + std::chrono::seconds{2});
    } else {
      status = pid.error();
    }
  }
  return status;
}

}  // namespace

int sweep_command(const SweepOptions& options)
{
  const Result<Places> where = places(options);
  if (!where) {
    say(where.error().what);
    return kFailed;
  }
  std::vector<Swept> runs;
  for (const std::string& dir : where->runs) {
    for (Swept& run : sweep_runs(dir, {options.dry_run, !options.quiet})) {
      runs.push_back(std::move(run));
    }
  }
  bool well = std::ranges::none_of(runs, [&](const Swept& run) {
    return run.signs.life == Life::dead && !run.finished && !options.dry_run;
  });
  if (!options.dry_run) {
    if (const Status flushed = flush(where->states); !flushed) {
      say(flushed.error().what);
      well = false;
    }
  }
  if (!options.quiet) {
    const std::string text =
        options.json ? as_json(runs, options.dry_run) : as_text(runs, options.dry_run);
    well = write_all(STDOUT_FILENO, text, "write") && well;
  }
  return well ? kDone : kFailed;
}

}  // namespace gpualert::cli
