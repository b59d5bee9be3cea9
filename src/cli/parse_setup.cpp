#include "cli/parse_setup.hpp"

#include <string>

namespace gpualert::cli {

namespace {

void add_file_option(CLI::App& app, std::string& file)
{
  app.add_option("--config", file, "Instead of the user's configuration file")->type_name("FILE");
}

CLI::App* add_config(CLI::App& app, ConfigOptions& options)
{
  CLI::App* config = app.add_subcommand("config", "Write, show and check the settings");
  CLI::App* init = config->add_subcommand("init", "Ask a few questions and write the user's file");
  CLI::App* show =
      config->add_subcommand("show", "Print every setting, its value and where that comes from");
  CLI::App* check = config->add_subcommand(
      "check", "Say what is wrong with the configuration files (exit status 1)");
  CLI::App* path = config->add_subcommand("path", "Print the files that are looked at");
  show->add_flag("--json", options.json, "Print one JSON object");
  for (CLI::App* command : {init, show, check, path}) {
    add_file_option(*command, options.file);
  }
  return config;
}

CLI::App* add_test_email(CLI::App& app, TestEmailOptions& options)
{
  CLI::App* test = app.add_subcommand(
      "test-email", "Send a test message now and print the conversation (exit status 0: sent)");
  test->add_option("--to", options.to, "Send it to ADDR[,ADDR...] instead of the usual recipients")
      ->type_name("ADDR");
  test->add_option("--channel", options.channel, "Through this channel only")->type_name("NAME");
  add_file_option(*test, options.file);
  return test;
}

CLI::App* add_doctor(CLI::App& app, DoctorOptions& options)
{
  CLI::App* doctor = app.add_subcommand(
      "doctor", "Look whether logs will be kept and reports sent (exit status 1: something fails)");
  doctor->add_flag("--json", options.json, "Print one JSON object");
  doctor->add_flag("--no-network", options.no_network, "Ask no relay and no name server");
  add_file_option(*doctor, options.file);
  return doctor;
}

std::optional<int> run_config(const CLI::App& config, const ConfigOptions& options)
{
  const auto chosen = config.get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name();
  if (name == "init") {
    return config_init_command(options);
  }
  if (name == "show") {
    return config_show_command(options);
  }
  if (name == "check") {
    return config_check_command(options);
  }
  if (name == "path") {
    return config_path_command(options);
  }
  return std::nullopt;
}

}  // namespace

void add_setup(CLI::App& app, SetupCommands& commands)
{
  commands.config_app = add_config(app, commands.config);
  commands.test_email_app = add_test_email(app, commands.test_email);
  commands.doctor_app = add_doctor(app, commands.doctor);
}

std::optional<int> run_setup(const SetupCommands& commands)
{
  if (commands.test_email_app->parsed()) {
    return test_email_command(commands.test_email);
  }
  if (commands.doctor_app->parsed()) {
    return doctor_command(commands.doctor);
  }
  return run_config(*commands.config_app, commands.config);
}

}  // namespace gpualert::cli
