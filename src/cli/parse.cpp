#include "cli/parse.hpp"

#include "cli/cli11.hpp"
#include "cli/commands.hpp"
#include "cli/help_run.hpp"
#include "cli/parse_jobs.hpp"
#include "cli/parse_outbox.hpp"
#include "cli/parse_setup.hpp"
#include "cli/say.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <span>
#include <string>
#include <string_view>

namespace gpualert::cli {

namespace {

constexpr const char* kAbout =
    "Puts a durable log, a diagnosis and a report around a job. The job's output,\n"
    "signals and exit status stay its own: gpualert run python train.py";

int print(std::string_view text)
{
  return write_all(STDOUT_FILENO, text, "write") ? kDone : kFailed;
}

struct Parsed {
  LogsOptions logs;
  ClassifyOptions classify, explain;
  ReportCommandOptions report;
  RulesOptions rules;
  OutboxOptions outbox;
  bool version = false;
};

void add_rules_option(CLI::App& command, std::vector<std::string>& paths)
{
  command
      .add_option("--rules", paths,
                  "Rules of your own, a file or a folder; they come before rules.d")
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::App* add_logs(CLI::App& app, LogsOptions& options)
{
  CLI::App* logs = app.add_subcommand("logs", "Print the log of a run");
  CLI::Option* run = logs->add_option(
      "RUN", options.run, "Run id, the beginning of one, run directory or scheduler job id");
  run->type_name("");
  logs->add_option("--last", options.last, "The N-th newest run (default: 1)")
      ->type_name("N")
      ->check([](const std::string& text) {
        return text == "0" || text.starts_with('-') ? std::string{"runs are counted from 1"} : "";
      })
      ->excludes(run);
  logs->add_flag("--stdout", options.out, "Only what the job wrote on stdout");
  logs->add_flag("--stderr", options.err, "Only what the job wrote on stderr");
  logs->add_flag("--timestamps", options.timestamps, "Put the UTC time before each line");
  logs->add_flag("--path", options.path, "Print the path of the log instead");
  logs->add_flag("--follow", options.follow, "Go on as the log grows, until the run ends");
  return logs;
}

CLI::App* add_classify(CLI::App& app, ClassifyOptions& options)
{
  CLI::App* classify =
      app.add_subcommand("classify", "Say why a job failed, from its output (exit status 0)");
  CLI::Option* code = classify->add_option(
      "--exit-code", options.exit_code, "The job's exit status; 137 means SIGKILL, and so does -9");
  code->type_name("N");
  classify->add_option("--signal", options.signal, "The signal it died of: KILL, SIGKILL or 9")
      ->type_name("NAME")
      ->excludes(code);
  classify->add_flag("--json", options.json, "Print one JSON object");
  add_rules_option(*classify, options.rules);
  classify->add_option("FILE", options.file, "The output; - or none is standard input")
      ->type_name("");
  return classify;
}

CLI::App* add_explain(CLI::App& app, ClassifyOptions& options)
{
  options.explain = true;
  CLI::App* explain = app.add_subcommand(
      "explain", "Say step by step how the cause of a run, or of a file of output, was decided");
  CLI::Option* code =
      explain->add_option("--exit-code", options.exit_code,
                          "Of a file: the job's exit status; 137 and -9 mean SIGKILL");
  code->type_name("N");
  explain->add_option("--signal", options.signal, "Of a file: the signal the job died of")
      ->type_name("NAME")
      ->excludes(code);
  explain->add_flag("--json", options.json, "Print one JSON object");
  add_rules_option(*explain, options.rules);
  explain
      ->add_option("RUN", options.file,
                   "Run id, the beginning of one, run directory or scheduler job id, or a file of "
                   "output; - is standard input")
      ->type_name("")
      ->required();
  return explain;
}

CLI::App* add_report(CLI::App& app, ReportCommandOptions& options)
{
  CLI::App* report = app.add_subcommand("report", "Print the report of a run");
  report
      ->add_option("RUN", options.run,
                   "Run id, the beginning of one, run directory or scheduler job id")
      ->type_name("")
      ->required();
  CLI::Option* text = report->add_flag("--text", options.text, "As text (the default)");
  CLI::Option* html = report->add_flag("--html", options.html, "As HTML, with its pictures in it");
  CLI::Option* eml = report->add_flag("--eml", options.eml, "The mail as it was or would be sent");
  CLI::Option* json = report->add_flag("--json", options.json, "Record and verdict as JSON");
  html->excludes(text);
  eml->excludes(text)->excludes(html);
  json->excludes(text)->excludes(html)->excludes(eml);
  return report;
}

CLI::App* add_rules(CLI::App& app, RulesOptions& options)
{
  CLI::App* rules = app.add_subcommand("rules", "Check, list and try rules: yours and ours");
  CLI::App* check =
      rules->add_subcommand("check", "Say what is wrong with rule files (exit status 1)");
  check
      ->add_option("PATH", options.paths,
                   "Files or folders; without, all the rules that a run reads")
      ->type_name("");
  CLI::App* list = rules->add_subcommand("list", "Print all rules in the order of their trial");
  list->add_flag("--json", options.json, "Print one JSON array");
  add_rules_option(*list, options.rules);
  CLI::App* test = rules->add_subcommand("test", "Print which rule takes which line of a log");
  test->add_option("LOG", options.log, "The log; - is standard input")->type_name("")->required();
  add_rules_option(*test, options.rules);
  return rules;
}

int rules_command(const CLI::App& rules, const RulesOptions& options)
{
  const auto chosen = rules.get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name();
  if (name == "check") {
    return rules_check_command(options);
  }
  if (name == "list") {
    return rules_list_command(options);
  }
  if (name == "test") {
    return rules_test_command(options);
  }
  return print(rules.help("gpualert"));
}

// `gpualert help rules check`: each word names a command of the one before it.
int help_command(const CLI::App& app, std::span<char* const> topic)
{
  const std::string_view first = topic.empty() ? std::string_view() : topic.front();
  if (first.empty() || first == "--help" || first == "-h") {
    return print(app.help());
  }
  if (first == "run") {
    return print(run_help());
  }
  const CLI::App* at = &app;
  std::string called = "gpualert";
  for (const std::string name : topic) {
    const auto known =
        at->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
    if (known.empty()) {
      return usage_error(fmt::format("no command is called \"{}\"", name), "gpualert --help");
    }
    called += at == &app ? "" : " " + at->get_name();
    at = known.front();
  }
  return print(at->help(called));
}

// --help of the command that was chosen.
int help_on_chosen(const CLI::App& app)
{
  const CLI::App* at = &app;
  std::string called = "gpualert";
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = at->get_subcommands()) {
    if (chosen.front()->get_name() == "run") {
      return print(run_help());
    }
    called += at == &app ? "" : " " + at->get_name();
    at = chosen.front();
  }
  return print(at->help(at == &app ? "" : called));
}

// `gpualert python train.py`: the commonest slip.
int not_a_command(int argc, char** argv)
{
  return usage_error(fmt::format("\"{0}\" is not a command; to run it: gpualert run {0}{1}",
                                 argv[1], argc > 2 ? " ..." : ""),
                     "gpualert --help");
}

// What needs no look at the options: nothing, no command, help. Else nothing.
std::optional<int> without_parsing(const CLI::App& app, int argc, char** argv)
{
  if (argc < 2) {
    return usage_error("no command given", "gpualert --help");
  }
  if (argv[1][0] != '-' &&
      app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == argv[1]; })
          .empty()) {
    return not_a_command(argc, argv);
  }
  if (std::string_view{argv[1]} == "help") {
    return help_command(app, {argv + 2, static_cast<std::size_t>(argc - 2)});
  }
  return std::nullopt;
}

}  // namespace

int other_command(int argc, char** argv)
{
  const std::ios_base::Init streams;  // see cli11.hpp
  Parsed parsed;
  CLI::App app{kAbout, "gpualert"};
  app.add_flag("-V,--version", parsed.version, "Print the version and how it was built");
  app.add_subcommand("run", "Run a command: gpualert run [options] [--] COMMAND [ARG...]");
  CLI::App* logs = add_logs(app, parsed.logs);
  CLI::App* classify = add_classify(app, parsed.classify);
  CLI::App* explain = add_explain(app, parsed.explain);
  CLI::App* report = add_report(app, parsed.report);
  CLI::App* rules = add_rules(app, parsed.rules);
  CLI::App* outbox = add_outbox(app, parsed.outbox);
  JobCommands jobs;
  add_job_commands(app, jobs);
  SetupCommands setup;
  add_setup(app, setup);
  app.add_subcommand("help", "Show help on a command: gpualert help [COMMAND]");
  if (const std::optional<int> status = without_parsing(app, argc, argv)) {
    return *status;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return help_on_chosen(app);
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what(), "gpualert --help");
  }
  if (parsed.version) {
    return print(version_line() + "\n");
  }
  if (logs->parsed()) {
    return logs_command(parsed.logs);
  }
  if (classify->parsed()) {
    return classify_command(parsed.classify);
  }
  if (explain->parsed()) {
    return explain_command(parsed.explain);
  }
  if (report->parsed()) {
    return report_command(parsed.report);
  }
  if (rules->parsed()) {
    return rules_command(*rules, parsed.rules);
  }
  if (outbox->parsed()) {
    return outbox_command(*outbox, parsed.outbox);
  }
  if (const std::optional<int> status = run_job_command(jobs)) {
    return *status;
  }
  if (const std::optional<int> status = run_setup(setup)) {
    return *status;
  }
  return help_on_chosen(app);
}

}  // namespace gpualert::cli
