#include "eval/app.hpp"

#include "eval/commands.hpp"
#include "eval/output.hpp"
#include "eval/tables.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <exception>
#include <string>

namespace gpualert::eval {

namespace {

constexpr const char* kAbout =
    "Judges gpualert's diagnosis on labelled logs, and gpualert itself in experiments";

// The command line as read, and what it asks for.
struct Parsed {
  RunOptions run;
  bool json = false, markdown = false, csv = false, version = false;
};

CLI::App* add_run(CLI::App& app, Parsed& parsed)
{
  CLI::App* run = app.add_subcommand("run", "Judge the diagnosis on a corpus of labelled logs");
  run->add_option("CORPUS", parsed.run.corpus, "Folder with labels.jsonl, or such a file")
      ->type_name("")
      ->required();
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
  return run;
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

int parse_and_run(int argc, char** argv)
{
  Parsed parsed;
  CLI::App app{kAbout, "gpualert-eval"};
  app.require_subcommand(0, 1);
  app.add_flag("-V,--version", parsed.version, "Print the version");
  const CLI::App* run = add_run(app, parsed);
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
  if (run->parsed()) {
    parsed.run.format = format_of(parsed);
    return run_command(parsed.run);
  }
  return usage_error("no command given");
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
