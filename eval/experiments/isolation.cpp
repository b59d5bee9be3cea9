#include "eval/experiments/experiment.hpp"

#include "eval/experiments/sample_jobs.hpp"
#include "eval/experiments/troubles.hpp"
#include "eval/laboratory.hpp"
#include "eval/output.hpp"
#include "eval/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <variant>

namespace gpualert::eval {

namespace {

constexpr double kMilliseconds = 1000;

// What can be seen of a run from outside.
struct Seen {
  Ending ending;
  std::string out, log;
  double seconds = 0;
};

bool same_end(const Ending& a, const Ending& b)
{
  return a.index() == b.index() && shell_status(a) == shell_status(b);
}

std::vector<std::string> job_of(const SampleJob& sample)
{
  const std::string end = sample.exit_code < 0 ? fmt::format("kill -{} $$", -sample.exit_code)
                                               : fmt::format("exit {}", sample.exit_code);
  return {"sh", "-c", "printf %s \"$0\"; " + end, std::string(sample.output)};
}

Result<Seen> see(const Laboratory& laboratory, Command command, const std::string& runs)
{
  command.out = laboratory.path("out");
  const Result<Outcome> outcome = run(command);
  if (!outcome) {
    return outcome.error();
  }
  const Result<std::string> out = read_file(command.out);
  if (!out) {
    return out.error();
  }
  Seen seen{outcome->ending, *out, "", outcome->seconds};
  const auto log = laboratory.file_of_run(runs, "output.log");
  const Result<std::string> text = read_file(log.value_or("/nonexistent"));
  seen.log = text ? *text : "(no log)";
  return seen;
}

// How many jobs kept what, under one trouble.
struct Kept {
  std::size_t jobs = 0, status = 0, output = 0, log = 0;
  std::size_t delivered = 0;  // reports
  std::vector<double> seconds;
  std::vector<std::string> damaged;  // causes of the jobs that lost something
};

// The sample jobs without gpualert.
Result<std::vector<Seen>> see_alone(const Laboratory& laboratory)
{
  std::vector<Seen> result;
  for (const SampleJob& sample : sample_jobs()) {
    Result<Seen> seen = see(laboratory, laboratory.bare(job_of(sample)), "runs");
    if (!seen) {
      return seen.error();
    }
    if (seen->out != sample.output) {
      return Error{fmt::format("the sample job for {} does not work", sample.cause)};
    }
    result.push_back(std::move(seen).value());
  }
  return result;
}

void compare(Kept& kept, const SampleJob& sample, const Seen& watched, const Seen& alone)
{
  const bool status = same_end(watched.ending, alone.ending);
  const bool output = watched.out == alone.out;
  const bool log = watched.log == alone.out;
  ++kept.jobs;
  kept.status += status ? 1 : 0;
  kept.output += output ? 1 : 0;
  kept.log += log ? 1 : 0;
  kept.seconds.push_back(watched.seconds);
  if (!status || !output || !log) {
    kept.damaged.emplace_back(sample.cause);
  }
}

std::size_t files_in(const std::string& directory)
{
  std::error_code ignored;
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory, ignored),
                    std::filesystem::directory_iterator()));
}

Result<Kept> suffer(const Laboratory& laboratory, const Trouble& trouble,
                    const std::vector<Seen>& alone)
{
  Kept kept;
  for (const SampleJob& sample : sample_jobs()) {
    laboratory.remove("runs");
    Command command = laboratory.supervised(trouble.options, job_of(sample), "runs");
    command.environment.insert(command.environment.end(), trouble.environment.begin(),
                               trouble.environment.end());
    if (!trouble.program.empty()) {
      command.argv.front() = trouble.program;
    }
    const Result<Seen> watched = see(laboratory, command, "runs");
    if (!watched) {
      return watched.error();
    }
    compare(kept, sample, *watched, alone[kept.jobs]);
  }
  kill_descendants();  // deliverers that wait for the relay
  kept.delivered = files_in(laboratory.path("state/gpualert/mail/new"));
  laboratory.remove("state");
  return kept;
}

void add(ExperimentResult& result, nlohmann::ordered_json& json, const Trouble& trouble,
         const Kept& kept)
{
  const double slowest = *std::max_element(kept.seconds.begin(), kept.seconds.end());
  result.section.tables.front().rows.push_back(
      {trouble.name, fmt::format("{}", kept.jobs), fmt::format("{}", kept.status),
       fmt::format("{}", kept.output), fmt::format("{}", kept.log),
       fmt::format("{}", kept.delivered),
       fmt::format("{:.1f} ms", kMilliseconds * median(kept.seconds)),
       fmt::format("{:.1f} ms", kMilliseconds * slowest)});
  json["troubles"].push_back({{"trouble", trouble.name},
                              {"jobs", kept.jobs},
                              {"status_kept", kept.status},
                              {"output_kept", kept.output},
                              {"log_kept", kept.log},
                              {"delivered", kept.delivered},
                              {"median_s", median(kept.seconds)},
                              {"slowest_s", slowest},
                              {"damaged", kept.damaged}});
  if (!kept.damaged.empty()) {
    result.passed = false;
    result.section.paragraphs.push_back(
        fmt::format("Not kept, {}: {}.", trouble.name, fmt::join(kept.damaged, ", ")));
  }
  if (kept.delivered != (trouble.delivers ? kept.jobs : 0)) {
    result.passed = false;
    result.section.paragraphs.push_back(
        fmt::format("Not as many reports as expected, {}: {}.", trouble.name, kept.delivered));
  }
}

}  // namespace

Result<ExperimentResult> isolation(const ExperimentOptions& options)
{
  const Result<Laboratory> laboratory = Laboratory::make(options.gpualert);
  const Result<DeafRelay> relay = DeafRelay::make();
  if (!laboratory || !relay) {
    return laboratory ? relay.error() : laboratory.error();
  }
  adopt_strays();
  const auto all_troubles = troubles(*laboratory, *relay);
  if (!all_troubles) {
    return all_troubles.error();
  }
  ExperimentResult result;
  result.section.title = "Notifier isolation";
  result.section.paragraphs = {
      "A job of every cause, with the status that it usually ends with, is run alone and under a "
      "gpualert that must report it, and cannot: how many jobs kept their exit status or signal, "
      "their output, and all of it in their log; and how many reports were delivered."};
  result.section.tables = {{"",
                            {{"trouble", Align::left},
                             {"jobs"},
                             {"status kept"},
                             {"output kept"},
                             {"log kept"},
                             {"delivered"},
                             {"median"},
                             {"slowest"}},
                            {}}};
  nlohmann::ordered_json json{{"experiment", "isolation"}};
  const Result<std::vector<Seen>> alone = see_alone(*laboratory);
  if (!alone) {
    return alone.error();
  }
  for (const Trouble& trouble : *all_troubles) {
    const Result<Kept> kept = suffer(*laboratory, trouble, *alone);
    if (!kept) {
      kill_descendants();
      return kept.error();
    }
    add(result, json, trouble, *kept);
  }
  result.json = json.dump(2) + "\n";
  return result;
}

}  // namespace gpualert::eval
