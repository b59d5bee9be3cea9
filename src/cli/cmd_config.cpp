#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/config_problems.hpp"
#include "cli/config_text.hpp"
#include "cli/environment.hpp"
#include "cli/password_presence.hpp"
#include "cli/say.hpp"

#include <gpualert/config_view.hpp>

#include <fmt/format.h>

#include <unistd.h>

namespace gpualert::cli {

namespace {

using Given = std::map<std::string, std::string>;

Given given(const ConfigOptions& options)
{
  return options.file.empty() ? Given{} : Given{{"config", options.file}};
}

int print(const std::string& text)
{
  return write_all(STDOUT_FILENO, text, "write") ? kDone : kFailed;
}

}  // namespace

int config_show_command(const ConfigOptions& options)
{
  const Environment environment = our_environment();
  const Result<LoadedConfig> loaded = load_config(given(options), environment);
  if (!loaded) {
    return usage_error(loaded.error().what, "gpualert help config show");
  }
  for (const ConfigWarning& warning : loaded.value().warnings) {
    say(warning.text);
  }
  const ConfigView view{config_files(given(options), environment),
                        show_settings(loaded.value(), environment), show_channels(loaded.value())};
  return print(options.json ? config_json(view) : config_text(view));
}

int config_check_command(const ConfigOptions& options)
{
  const Environment environment = our_environment();
  const Result<LoadedConfig> loaded = load_config(given(options), environment);
  if (!loaded) {
    return usage_error(loaded.error().what, "gpualert help config check");
  }
  std::vector<std::string> problems = config_problems(loaded.value());
  for (const ChannelSettings& channel : loaded.value().config.channels) {
    if (const std::string why = missing_password(channel); !why.empty()) {
      const std::string place = "channel." + channel.name;
      problems.push_back(fmt::format("{}:{}: channel {}: {}", loaded.value().origins.at(place),
                                     loaded.value().given.at(place).column, channel.name, why));
    }
  }
  std::string text;
  for (const std::string& problem : problems) {
    text += problem + "\n";
  }
  if (problems.empty()) {
    for (const ConfigFile& file : config_files(given(options), environment)) {
      text += file.path + (file.state == ConfigFile::State::read ? ": good\n" : ": not there\n");
    }
  }
  const int printed = print(text);
  return problems.empty() ? printed : kFailed;
}

int config_path_command(const ConfigOptions& options)
{
  return print(files_text(config_files(given(options), our_environment())));
}

}  // namespace gpualert::cli
