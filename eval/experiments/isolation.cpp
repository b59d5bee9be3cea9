#include "eval/experiments/experiment.hpp"

#include "eval/experiments/deaf_relay.hpp"
#include "eval/experiments/sample_jobs.hpp"
#include "eval/laboratory.hpp"
#include "eval/output.hpp"
#include "eval/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <variant>

namespace gpualert::eval {

namespace {

constexpr double kMilliseconds = 1000;

// What the notifier suffers: options of gpualert run, and more in its environment.
struct Trouble {
  std::string name;
  std::vector<std::string> options, environment;
};

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

std::string smtp(int port)
{
  return fmt::format("type = \"smtp\"\nhost = \"127.0.0.1\"\nport = {}\ntls = \"none\"\n", port);
}

std::string sendmail(const char* command)
{
  return fmt::format("type = \"sendmail\"\ncommand = \"{}\"\n", command);
}

// Writes the configuration of a channel; the options that name it.
Result<std::vector<std::string>> configured(const Laboratory& laboratory, const std::string& file,
                                            const std::string& channel)
{
  const std::string path = laboratory.path(file);
  const Status status = write_file(path, "to = \"ada@example.org\"\n[[channel]]\n" + channel);
  if (!status) {
    return status.error();
  }
  return std::vector<std::string>{"--config", path, "--notify", "always"};
}

// A deliverer that crashes at once, in a libexec directory of its own.
Result<std::string> crashing_deliverer(const Laboratory& laboratory)
{
  const std::string directory = laboratory.path("libexec");
  ::mkdir(directory.c_str(), 0755);
  const std::string program = directory + "/gpualert-deliver";
  const Status status = write_file(program, "#!/bin/sh\nkill -SEGV $$\n");
  if (!status) {
    return status.error();
  }
  ::chmod(program.c_str(), 0755);
  return directory;
}

Result<std::vector<Trouble>> troubles(const Laboratory& laboratory, const DeafRelay& relay)
{
  struct Channel {
    const char* name;
    const char* file;
    std::string text;
  };
  const std::vector<Channel> channels{
      {"the relay refuses the connection", "refused.toml", smtp(relay.closed_port())},
      {"the relay never answers", "silent.toml", smtp(relay.silent_port())},
      {"the relay's name is unknown", "unknown.toml",
       "type = \"smtp\"\nhost = \"relay.invalid\"\ntls = \"none\"\n"},
      {"sendmail exits with 1", "false.toml", sendmail("false")},
      {"sendmail never ends", "sleep.toml", sendmail("sleep 600")},
      {"sendmail is not there", "missing.toml", sendmail("/nonexistent/sendmail -t")}};
  std::vector<Trouble> result{{"no report (--notify never)", {"--notify", "never"}, {}}};
  for (const Channel& channel : channels) {
    Result<std::vector<std::string>> options = configured(laboratory, channel.file, channel.text);
    if (!options) {
      return options.error();
    }
    result.push_back({channel.name, *options, {}});
  }
  result.push_back({"the relay never answers, and 0.1 s of waiting", result[2].options, {}});
  result.back().options.insert(result.back().options.end(), {"--notify-wait", "0.1"});
  const Result<std::string> libexec = crashing_deliverer(laboratory);
  if (!libexec) {
    return libexec.error();
  }
  result.push_back(
      {"the deliverer crashes", {"--notify", "always"}, {"GPUALERT_LIBEXEC_DIR=" + *libexec}});
  result.push_back({"the deliverer is not there",
                    {"--notify", "always"},
                    {"GPUALERT_LIBEXEC_DIR=/nonexistent"}});
  // The outbox lies in the state directory, which cannot be made below a file.
  result.push_back({"the outbox cannot be written",
                    {"--notify", "always"},
                    {"GPUALERT_STATE_DIR=" + laboratory.path("refused.toml") + "/below"}});
  return result;
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
  std::vector<double> seconds;
  std::vector<std::string> damaged;  // causes of the jobs that lost something

  bool all() const { return damaged.empty(); }
};

Result<Kept> suffer(const Laboratory& laboratory, const Trouble& trouble)
{
  Kept kept;
  for (const SampleJob& sample : sample_jobs()) {
    laboratory.remove("runs");
    const Result<Seen> alone = see(laboratory, laboratory.bare(job_of(sample)), "runs");
    Command command = laboratory.supervised(trouble.options, job_of(sample), "runs");
    command.environment.insert(command.environment.end(), trouble.environment.begin(),
                               trouble.environment.end());
    const Result<Seen> watched = see(laboratory, command, "runs");
    if (!alone || !watched) {
      return alone ? watched.error() : alone.error();
    }
    const bool status = same_end(watched->ending, alone->ending);
    const bool output = watched->out == sample.output && alone->out == sample.output;
    const bool log = watched->log == sample.output;
    ++kept.jobs;
    kept.status += status ? 1 : 0;
    kept.output += output ? 1 : 0;
    kept.log += log ? 1 : 0;
    kept.seconds.push_back(watched->seconds);
    if (!status || !output || !log) {
      kept.damaged.emplace_back(sample.cause);
    }
  }
  return kept;
}

void add(ExperimentResult& result, nlohmann::ordered_json& json, const Trouble& trouble,
         const Kept& kept)
{
  const double slowest = *std::max_element(kept.seconds.begin(), kept.seconds.end());
  result.section.tables.front().rows.push_back(
      {trouble.name, fmt::format("{}", kept.jobs), fmt::format("{}", kept.status),
       fmt::format("{}", kept.output), fmt::format("{}", kept.log),
       fmt::format("{:.1f} ms", kMilliseconds * median(kept.seconds)),
       fmt::format("{:.1f} ms", kMilliseconds * slowest)});
  json["troubles"].push_back({{"trouble", trouble.name},
                              {"jobs", kept.jobs},
                              {"status_kept", kept.status},
                              {"output_kept", kept.output},
                              {"log_kept", kept.log},
                              {"median_s", median(kept.seconds)},
                              {"slowest_s", slowest},
                              {"damaged", kept.damaged}});
  if (!kept.all()) {
    result.passed = false;
    result.section.paragraphs.push_back(
        fmt::format("Not kept where {}: {}.", trouble.name, fmt::join(kept.damaged, ", ")));
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
      "A job of every cause, with the status that it usually ends with, is run alone and under "
      "gpualert, which must report it and cannot: how many jobs kept their exit status or signal, "
      "what they printed, and their log, to the byte."};
  result.section.tables = {{"",
                            {{"trouble", Align::left},
                             {"jobs"},
                             {"status kept"},
                             {"output kept"},
                             {"log kept"},
                             {"median"},
                             {"slowest"}},
                            {}}};
  nlohmann::ordered_json json{{"experiment", "isolation"}};
  for (const Trouble& trouble : *all_troubles) {
    const Result<Kept> kept = suffer(*laboratory, trouble);
    kill_descendants();  // deliverers that wait for the relay
    if (!kept) {
      return kept.error();
    }
    add(result, json, trouble, *kept);
  }
  result.json = json.dump(2) + "\n";
  return result;
}

}  // namespace gpualert::eval
