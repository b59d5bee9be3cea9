#include "deliver/app.hpp"

#include "base/file.hpp"
#include "deliver/channels.hpp"
#include "deliver/housekeeping.hpp"
#include "deliver/options.hpp"
#include "deliver/pass.hpp"
#include "deliver/probe.hpp"
#include "deliver/process.hpp"
#include "deliver/trial.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <string_view>
#include <thread>

namespace gpualert::deliver {

namespace {

constexpr int kFailed = 1;
constexpr int kUsageError = 125;

Environment environment()
{
  Environment variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) {
      variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return variables;
}

Config configuration(const Options& options, Journal& journal)
{
  std::map<std::string, std::string> given{{"state_dir", options.state}};
  if (!options.config.empty()) {
    given["config"] = options.config;
  }
  Result<LoadedConfig> loaded = load_config(given, environment());
  if (!loaded) {
    journal.say(loaded.error().what);
    return {};
  }
  for (const ConfigWarning& warning : loaded.value().warnings) {
    journal.say("warning: " + warning.text);
  }
  return std::move(loaded.value().config);
}

// Attempts end a little before the watchdog does, so that what became of them is recorded.
std::chrono::milliseconds time_for_attempts(std::chrono::milliseconds deadline)
{
  constexpr std::chrono::milliseconds kMost{1500};
  return deadline - std::min(deadline / 5, kMost);
}

bool exists(const std::string& path)
{
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

int deliver(const Options& options)
{
  if (options.wait.count() > 0) {
    leave_terminal();
    std::this_thread::sleep_for(options.wait);
    if (!exists(options.state + "/outbox")) {
      return 0;  // removed meanwhile, and not to be made again
    }
  }
  const Deadline attempts(time_for_attempts(options.deadline));
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options.deadline).count();
  const std::int64_t lease_until = ::time(nullptr) + seconds + 2;
  arm_watchdog(options.deadline);
  leave_terminal();
  (void)make_dirs(options.state);  // where that fails, opening the outbox says why
  Journal journal(options.state);
  const Config config = configuration(options, journal);
  Passwords passwords(config.channels);
  Result<outbox::Spool> spool = outbox::Spool::open(options.state + "/outbox");
  if (!spool) {
    journal.say(spool.error().what);
    return kFailed;
  }
  Pass pass(spool.value(), config, {options.state, journal, passwords}, attempts, lease_until,
            options.all);
  if (Status passed = pass.run(); !passed) {
    journal.say(passed.error().what);
    return kFailed;
  }
  if (const auto wait = pass.promised(); wait) {
    if (Status started = start_waiting(options.state, options.config, *wait); !started) {
      journal.say(started.error().what);
    }
  }
  prune_when_due(options.state, config, journal);
  return 0;
}

// With somebody at the terminal, who is told all that happens.
int attempt(const Options& options)
{
  const Deadline deadline(time_for_attempts(options.deadline));
  arm_watchdog(options.deadline);
  Transcript transcript(STDOUT_FILENO);
  Journal journal(options.state);
  if (options.action == Options::Action::attempt) {
    journal.listen([&transcript](std::string_view text) { transcript.note(text); });
  }
  const Config config = configuration(options, journal);
  Passwords passwords(config.channels);
  if (options.action == Options::Action::probe) {
    return probe_channel(options.probe, config, {options.state, journal, passwords}, deadline);
  }
  return try_message(options.trial, config, {options.state, journal, passwords, &transcript},
                     deadline);
}

int print(std::FILE* to, const std::string& text, int status)
{
  return std::fputs(text.c_str(), to) < 0 ? kFailed : status;
}

int act(const Options& options)
{
  switch (options.action) {
    case Options::Action::help:
      return print(stdout, kUsage, 0);
    case Options::Action::version:
      return print(stdout, fmt::format("gpualert-deliver {} ({})\n", kVersion, kBuildInfo), 0);
    case Options::Action::channels: {
      std::string types;
      for (const ChannelType& type : channel_types()) {
        types.append(type.type).append("\n");
      }
      return print(stdout, types, 0);
    }
    case Options::Action::attempt:
    case Options::Action::probe:
      return attempt(options);
    case Options::Action::deliver:
      break;
  }
  return deliver(options);
}

}  // namespace

int run(int argc, char** argv)
{
  shed_inheritance();
  const Result<Options> options = parse_options(argc, argv);
  if (!options) {
    return print(stderr, fmt::format("gpualert-deliver: {}\n{}", options.error().what, kUsage),
                 kUsageError);
  }
  try {
    return act(options.value());
  } catch (const std::exception& error) {  // out of memory: what we hold stays in the outbox
    return kFailed;
  }
}

}  // namespace gpualert::deliver
