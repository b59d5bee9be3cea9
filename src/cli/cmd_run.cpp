#include "cli/commands.hpp"
#include "cli/environment.hpp"
#include "cli/help_run.hpp"
#include "cli/password_presence.hpp"
#include "cli/pipeline.hpp"
#include "cli/run_line.hpp"
#include "cli/say.hpp"
#include "cli/settings.hpp"

#include "base/file.hpp"

#include <unistd.h>

#include <exception>
#include <map>

namespace gpualert::cli {

namespace {

using namespace std::chrono_literals;

// For diagnosis and report, beside what delivery may take.
constexpr std::chrono::milliseconds kEndWork = 10s;
constexpr std::chrono::milliseconds kLongestDefaultWait = 10s;

constexpr const char* kHelp = "gpualert help run";

// What was said of this run alone, for a sweep that has to finish it.
std::map<std::string, std::string> own_settings(const LoadedConfig& loaded)
{
  std::map<std::string, std::string> settings;
  for (const auto& [key, origin] : loaded.origins) {
    if (origin == "command line" || origin == "environment") {
      settings[key] = loaded.given.at(key).text;
    }
  }
  return settings;
}

SupervisorOptions supervisor_options(const LoadedConfig& loaded, const Environment& environment)
{
  const Config& config = loaded.config;
  SupervisorOptions options;
  options.settings = own_settings(loaded);
  options.runs_dirs = runs_dir_candidates(config, environment);
  options.log_file = config.log;
  options.name = config.name;
  options.pty = config.pty == "always"  ? PtyMode::always
                : config.pty == "never" ? PtyMode::never
                                        : PtyMode::automatic;
  options.quiet = config.quiet;
  options.add_environment = !config.no_env;
  options.remove_environment = {ChannelSettings{}.password_env, ChannelSettings{}.url_env};
  for (const ChannelSettings& channel : config.channels) {
    options.remove_environment.push_back(channel.password_env);
    options.remove_environment.push_back(channel.url_env);
  }
  options.end_limit =
      kEndWork + (config.notify_wait.count() < 0 ? kLongestDefaultWait : config.notify_wait);
  return options;
}

int run_line(const RunLine& line)
{
  const Environment environment = our_environment();
  Result<LoadedConfig> loaded = settings_of(line, environment);
  if (!loaded) {
    return usage_error(loaded.error().what, kHelp);
  }
  const Config& config = loaded->config;
  if (!config.quiet) {
    for (const ConfigWarning& warning : loaded->warnings) {
      say(warning.text);
    }
    if (config.notify != Notify::never) {
      for (const std::string& missing : missing_passwords(config)) {
        say(missing + "; until then reports wait in the outbox");
      }
    }
  }
  Pipeline pipeline{config, environment, config_file(line)};
  end_like(supervise(line.command, supervisor_options(*loaded, environment), pipeline));
}

}  // namespace

int run_command(std::span<char* const> args) noexcept
{
  std::span<char* const> started;
  try {
    const Result<RunLine> line = parse_run_line(args);
    if (!line) {
      return usage_error(line.error().what, kHelp);
    }
    if (line.value().help) {
      return write_all(STDOUT_FILENO, run_help(), "write") ? kDone : kFailed;
    }
    started = args.last(line.value().command.size());
    return run_line(line.value());
  } catch (const std::exception& error) {
    say(error.what());
  }
  // Out of memory before the job began. argv ends in a null pointer, so its tail can be executed as
  // it is: a job without us is better than none.
  if (!started.empty()) {
    ::execvp(started.front(), started.data());
  }
  return kUsageError;
}

}  // namespace gpualert::cli
