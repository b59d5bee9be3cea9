#include "eval/app.hpp"

#include "eval/commands.hpp"
#include "eval/output.hpp"
#include "eval/tables.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <array>
#include <exception>
#include <string>

namespace gpualert::eval {

namespace {

constexpr const char* kAbout =
    "Judges gpualert's diagnosis on labelled logs, and gpualert itself in experiments";

struct NamedExperiment {
  const char* name;
  const char* about;
  Experiment experiment;
};
constexpr std::array<NamedExperiment, 4> kExperiments{
    {{"survival", "Is what a job printed in its log, however it ends?", survival},
     {"overhead", "What does a job cost under gpualert?", overhead},
     {"isolation", "Is a job of every cause the same, whatever its notifier suffers?", isolation},
     {"budget", "Is every file attached or listed, and every message within its budget?", budget}}};

constexpr int kMost = 100000;  // trials, or MiB

// The command line as read.
struct Parsed {
  RunOptions run;
  ResultsOptions results;
  ExperimentOptions experiment;
  bool json = false, markdown = false, csv = false, version = false;
};

void add_corpus(CLI::App& command, std::string& corpus)
{
  command.add_option("CORPUS", corpus, "Folder with labels.jsonl, or such a file")
      ->type_name("")
      ->required();
}

void add_gpualert(CLI::App& command, std::string& program)
{
  command
      .add_option("--gpualert", program,
                  "The gpualert to try (default: the one beside this program, or in PATH)")
      ->type_name("PATH");
}

void add_run(CLI::App& app, Parsed& parsed)
{
  CLI::App* run = app.add_subcommand("run", "Judge the diagnosis on a corpus of labelled logs");
  add_corpus(*run, parsed.run.corpus);
  run->add_option("--by", parsed.run.by,
                  "Break the accuracy down by source, cause, framework or multi_error")
      ->type_name("FIELD")
      ->check(CLI::IsMember({"source", "cause", "framework", "multi_error"}).description(""));
  CLI::Option* json = run->add_flag("--json", parsed.json, "Print JSON");
  CLI::Option* markdown =
      run->add_flag("--markdown", parsed.markdown, "Print Markdown")->excludes(json);
  run->add_flag("--csv", parsed.csv, "Print CSV, a figure a line")->excludes(json, markdown);
  run->add_option("--out", parsed.run.out,
                  "Write confusion.svg, results.json, predictions.csv and report.md into DIR")
      ->type_name("DIR");
  CLI::Option* floor = run->add_option("--floor", parsed.run.floor,
                                       "Exit with 1 when a figure is worse than in FILE")
                           ->type_name("FILE");
  run->add_flag("--write-floor", parsed.run.write_floor, "Write the figures of now into that file")
      ->needs(floor);
}

void add_experiments(CLI::App& app, Parsed& parsed)
{
  for (const NamedExperiment& entry : kExperiments) {
    CLI::App* command = app.add_subcommand(entry.name, entry.about);
    add_gpualert(*command, parsed.experiment.gpualert);
    command->add_flag("--json", parsed.json, "Print JSON");
    if (entry.experiment != isolation) {
      command->add_option("--trials", parsed.experiment.trials, "Trials of each case")
          ->type_name("N")
          ->check(CLI::Range(1, kMost).description(""));
    }
    if (entry.experiment == overhead) {
      command->add_option("--mib", parsed.experiment.mib, "MiB of log to copy (default: 256)")
          ->type_name("N")
          ->check(CLI::Range(1, kMost).description(""));
    }
  }
}

void add_results(CLI::App& app, Parsed& parsed)
{
  CLI::App* results =
      app.add_subcommand("results", "Write eval/RESULTS.md: all figures, and how they were made");
  add_corpus(*results, parsed.results.corpus);
  results->add_option("--out", parsed.results.out, "Write FILE instead of standard output")
      ->type_name("FILE");
  results->add_flag("--experiments", parsed.results.experiments,
                    "Also the experiments survival, overhead, isolation and budget (minutes)");
  add_gpualert(*results, parsed.results.experiment.gpualert);
}

Format format_of(const Parsed& parsed)
{
  if (parsed.json) {
    return Format::json;
  }
  if (parsed.markdown) {
    return Format::markdown;
  }
  return parsed.csv ? Format::csv : Format::text;
}

int usage_error(const std::string& what)
{
  say(what);
  say("see: gpualert-eval --help");
  return kUsage;
}

int carry_out(const std::string& command, Parsed& parsed)
{
  if (command == "run") {
    parsed.run.format = format_of(parsed);
    return run_command(parsed.run);
  }
  for (const NamedExperiment& entry : kExperiments) {
    if (command == entry.name) {
      return experiment_command(entry.experiment, parsed.experiment, parsed.json);
    }
  }
  return results_command(parsed.results);
}

int parse_and_run(int argc, char** argv)
{
  Parsed parsed;
  CLI::App app{kAbout, "gpualert-eval"};
  app.require_subcommand(0, 1);
  app.add_flag("-V,--version", parsed.version, "Print the version");
  add_run(app, parsed);
  add_experiments(app, parsed);
  add_results(app, parsed);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    return print(chosen.empty() ? app.help() : chosen.front()->help("gpualert-eval"));
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  if (parsed.version) {
    return print(describe_version() + "\n");
  }
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? usage_error("no command given")
                        : carry_out(chosen.front()->get_name(), parsed);
}

}  // namespace

int run(int argc, char** argv) noexcept
{
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    say(error.what());
    return kFailed;
  }
}

}  // namespace gpualert::eval
