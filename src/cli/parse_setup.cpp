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

}  // namespace

void add_setup(CLI::App& app, SetupCommands& commands)
{
  commands.config_app = add_config(app, commands.config);
}

std::optional<int> run_setup(const SetupCommands& commands)
{
  const auto chosen = commands.config_app->get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name();
  if (name == "init") {
    return config_init_command(commands.config);
  }
  if (name == "show") {
    return config_show_command(commands.config);
  }
  if (name == "check") {
    return config_check_command(commands.config);
  }
  if (name == "path") {
    return config_path_command(commands.config);
  }
  return std::nullopt;
}

}  // namespace gpualert::cli
