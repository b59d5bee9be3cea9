#include "eval/experiments/experiment.hpp"

#include "eval/laboratory.hpp"
#include "eval/output.hpp"
#include "eval/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace gpualert::eval {

namespace {

constexpr std::size_t kTrials = 30, kWarmUps = 3, kCopies = 5;
constexpr double kMilliseconds = 1000;

// A way to run the same job; the first is the one that the others are compared with.
struct Way {
  std::string name;
  Command command;
  std::vector<double> seconds;
};

Status measure_once(Way& way, bool keep)
{
  const Result<Outcome> outcome = run(way.command);
  if (!outcome) {
    return outcome.error();
  }
  const auto* exited = std::get_if<Exited>(&outcome->ending);
  if (exited == nullptr || exited->code != 0) {
    return Error{way.name + ": did not succeed"};
  }
  if (keep) {
    way.seconds.push_back(outcome->seconds);
  }
  return ok();
}

// The ways take turns, so that whatever else the machine does meets all of them.
Status measure_all(std::vector<Way>& ways, std::size_t trials, std::size_t warm_ups)
{
  for (std::size_t i = 0; i < trials + warm_ups; ++i) {
    for (Way& way : ways) {
      if (Status status = measure_once(way, i >= warm_ups); !status) {
        return status;
      }
    }
  }
  return ok();
}

std::vector<Way> ways_of(const Laboratory& laboratory, const std::vector<std::string>& job)
{
  std::vector<std::string> shell{"sh", "-c", R"("$@"; exit $?)", "sh"};
  shell.insert(shell.end(), job.begin(), job.end());
  return {
      {"alone", laboratory.bare(job), {}},
      {"sh -c", laboratory.bare(shell), {}},
      {"gpualert run, no report", laboratory.supervised({"--notify", "never"}, job, "runs"), {}},
      {"gpualert run, with report",
       laboratory.supervised({"--notify", "always"}, job, "runs"),
       {}}};
}

struct Workload {
  std::string_view name;
  std::vector<std::string> job;
};

Status add_starts(const Laboratory& laboratory, std::size_t trials, Table& table,
                  nlohmann::ordered_json& json)
{
  const std::array<Workload, 2> workloads{
      {{"true", {"true"}}, {"python3 -c pass", {"python3", "-c", "pass"}}}};
  for (const Workload& workload : workloads) {
    std::vector<Way> ways = ways_of(laboratory, workload.job);
    if (Status status = measure_all(ways, trials, kWarmUps); !status) {
      return status;
    }
    for (const Way& way : ways) {
      const Estimate more = median_difference(ways.front().seconds, way.seconds);
      const bool first = &way == &ways.front();
      table.rows.push_back(
          {std::string(workload.name), way.name,
           fmt::format("{:.2f} ms", kMilliseconds * median(way.seconds)),
           first ? ""
                 : fmt::format("{:+.2f} ms [{:.2f}, {:.2f}]", kMilliseconds * more.value,
                               kMilliseconds * more.low, kMilliseconds * more.high)});
      json.push_back({{"workload", workload.name},
                      {"way", way.name},
                      {"median_s", median(way.seconds)},
                      {"more_s", {{"value", more.value}, {"low", more.low}, {"high", more.high}}}});
    }
  }
  return ok();
}

// Lines as a training loop prints them.
std::string log_block()
{
  constexpr int kLines = 10000;
  std::string block;
  for (int step = 0; step < kLines; ++step) {
    block += fmt::format(
        "[2026-07-01 12:{:02}:{:02},{:03}] [INFO] step {:6d}/500000 | loss {:.4f} | lr 3.00e-04 | "
        "grad norm {:.3f} | {:5d} tok/s/gpu\n",
        step / 60 % 60, step % 60, step * 7 % 1000, step, 8.0 / (1 + step % 977),
        0.5 + (step % 31) / 100.0, 41000 + step * 13 % 900);
  }
  return block;
}

Status write_log(const std::string& file, std::size_t mib)
{
  const std::string block = log_block();
  std::string text;
  while (text.size() < mib << 20U) {
    text += block;
  }
  text.resize(mib << 20U);
  return write_file(file, text);
}

Status add_copies(const Laboratory& laboratory, std::size_t mib, Table& table,
                  nlohmann::ordered_json& json)
{
  const std::string file = laboratory.path("big"), log = laboratory.path("copy");
  if (Status status = write_log(file, mib); !status) {
    return status;
  }
  const Command gpualert =
      laboratory.supervised({"--notify", "never", "--log", log}, {"cat", file}, "runs");
  std::vector<std::string> piped{"sh", "-c", R"(rm -f "$0"; "$@" | cat >/dev/null)", log};
  piped.insert(piped.end(), gpualert.argv.begin(), gpualert.argv.end());
  std::vector<Way> ways{
      {"cat | cat", laboratory.bare({"sh", "-c", R"(cat "$0" | cat >/dev/null)", file}), {}},
      {"cat | tee log | cat",
       laboratory.bare({"sh", "-c", R"(cat "$0" | tee "$1" | cat >/dev/null)", file, log}),
       {}},
      {"gpualert run cat | cat", laboratory.bare(piped), {}}};
  if (Status status = measure_all(ways, kCopies, 1); !status) {
    return status;
  }
  for (const Way& way : ways) {
    const double seconds = median(way.seconds);
    const double speed = static_cast<double>(mib << 20U) / 1e6 / seconds;
    table.rows.push_back(
        {way.name, fmt::format("{:.2f} s", seconds), fmt::format("{:.0f} MB/s", speed)});
    json.push_back({{"way", way.name}, {"median_s", seconds}, {"mb_per_s", speed}});
  }
  return ok();
}

// What else the machine did: on a busy one the figures say little.
double load_average()
{
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace

Result<ExperimentResult> overhead(const ExperimentOptions& options)
{
  const Result<Laboratory> laboratory = Laboratory::make(options.gpualert);
  if (!laboratory) {
    return laboratory.error();
  }
  adopt_strays();
  const std::size_t trials = options.trials == 0 ? kTrials : options.trials;
  Table starts{
      "", {{"job", Align::left}, {"way", Align::left}, {"median"}, {"more than alone"}}, {}};
  Table copies{fmt::format("{} MiB of training log through a pipe", options.mib),
               {{"way", Align::left}, {"median"}, {"speed"}},
               {}};
  nlohmann::ordered_json json{{"experiment", "overhead"}, {"trials", trials}, {"mib", options.mib}};
  Status status = add_starts(*laboratory, trials, starts, json["starts"]);
  if (status) {
    status = add_copies(*laboratory, options.mib, copies, json["copies"]);
  }
  kill_descendants();
  if (!status) {
    return status.error();
  }
  ExperimentResult result;
  result.section.title = "Overhead";
  result.section.paragraphs = {fmt::format(
      "Wall time of a job, median of {} trials that take turns, after {} warm-ups; in brackets the "
      "95 % bootstrap interval of the difference of medians. Copying: median of {}. Runs lay in "
      "{}, "
      "where the log is synced before the job starts; the load average at the end was {:.1f}.",
      trials, kWarmUps, kCopies, std::filesystem::temp_directory_path().string(), load_average())};
  result.section.tables = {std::move(starts), std::move(copies)};
  result.json = json.dump(2) + "\n";
  return result;
}

}  // namespace gpualert::eval
