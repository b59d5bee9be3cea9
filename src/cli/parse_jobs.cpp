#include "cli/parse_jobs.hpp"

namespace gpualert::cli {

namespace {

CLI::App* add_check(CLI::App& app, CheckOptions& options)
{
  CLI::App* check =
      app.add_subcommand("check", "Say what in a batch script hides a failure (exit status 1)");
  check->add_option("SCRIPT", options.scripts, "Batch scripts; - is standard input")
      ->type_name("")
      ->required();
  check->add_flag("--json", options.json, "Print one JSON array");
  return check;
}

CLI::App* add_slurm(CLI::App& app, SlurmOptions& options)
{
  CLI::App* slurm = app.add_subcommand(
      "slurm",
      "Wait for jobs of Slurm and report on their output files (exit status 1: one failed)");
  slurm->add_option("JOBID", options.jobs, "Jobs; of an array all tasks, or one: 123_4")
      ->type_name("")
      ->required();
  slurm->add_flag("--once", options.once,
                  "Report what has ended and leave (exit status 2: some have not)");
  slurm->add_option("--config", options.file, "Instead of the user's configuration file")
      ->type_name("FILE");
  return slurm;
}

CLI::App* add_sweep(CLI::App& app, SweepOptions& options)
{
  CLI::App* sweep = app.add_subcommand(
      "sweep", "Finish and report runs that died with everything around them (for cron)");
  sweep->add_flag("--dry-run", options.dry_run, "Only say which runs are open, and why");
  CLI::Option* json = sweep->add_flag("--json", options.json, "Print one JSON object");
  sweep->add_flag("--quiet", options.quiet, "Print nothing, and look only at runs that are marked")
      ->excludes(json);
  sweep->add_option("--state", options.state, "This state directory (default: ours, as for outbox)")
      ->type_name("DIR");
  sweep->add_option("--runs-dir", options.runs_dir, "Runs below this directory")->type_name("DIR");
  return sweep;
}

}  // namespace

void add_job_commands(CLI::App& app, JobCommands& commands)
{
  commands.check_app = add_check(app, commands.check);
  commands.slurm_app = add_slurm(app, commands.slurm);
  commands.sweep_app = add_sweep(app, commands.sweep);
}

std::optional<int> run_job_command(const JobCommands& commands)
{
  if (commands.check_app->parsed()) {
    return check_command(commands.check);
  }
  if (commands.slurm_app->parsed()) {
    return slurm_command(commands.slurm);
  }
  if (commands.sweep_app->parsed()) {
    return sweep_command(commands.sweep);
  }
  return std::nullopt;
}

}  // namespace gpualert::cli
