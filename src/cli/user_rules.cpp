#include "cli/user_rules.hpp"

#include "base/fd.hpp"
#include "cli/environment.hpp"
#include "cli/say.hpp"

#include <fmt/format.h>

#include <fcntl.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace gpualert::cli {

namespace {

constexpr std::size_t kMaxWarnings = 3;

bool exists(const std::string& dir)
{
  return !dir.empty() && Fd{::open(dir.c_str(), O_PATH | O_CLOEXEC)};
}

// Shared with a thread that may never come back.
struct Reading {
  explicit Reading(RulePaths of) : paths(std::move(of)) {}

  RulePaths paths;
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  LoadedRules rules;
};

LoadedRules read(const RulePaths& paths)
{
  const std::vector<RuleFile> files = read_rule_files(paths);
  return files.empty() ? LoadedRules{} : make_rule_set(files);
}

void read(Reading& reading)
{
  LoadedRules rules = read(reading.paths);
  const std::lock_guard lock(reading.mutex);
  reading.rules = std::move(rules);
  reading.is_done = true;
  reading.done.notify_one();
}

LoadedRules read_in_time(const RulePaths& paths, std::chrono::milliseconds patience)
{
  const auto reading = std::make_shared<Reading>(paths);
  try {
    std::thread([reading] { read(*reading); }).detach();
  } catch (const std::system_error&) {
    return read(paths);  // no more processes allowed
  }
  std::unique_lock lock(reading->mutex);
  if (reading->done.wait_for(lock, patience, [&] { return reading->is_done; })) {
    return std::move(reading->rules);
  }
  const std::string& where = paths.given.empty() ? paths.user_dir : paths.given.front();
  LoadedRules none;
  none.problems.push_back(
      {where, 0, "", fmt::format("the rules could not be read within {} ms", patience.count()),
       ""});
  return none;
}

}  // namespace

RulePaths rule_paths(const Config& config, const Environment& environment)
{
  return {config.rules, user_rules_dir(environment)};
}

RulePaths rule_paths(const std::vector<std::string>& given)
{
  const Environment environment = our_environment();
  std::map<std::string, std::string> command_line;
  if (!given.empty()) {
    command_line["rules"] = fmt::format("{}", fmt::join(given, ","));
  }
  const Result<LoadedConfig> loaded = load_config(command_line, environment);
  return rule_paths(loaded ? loaded->config : Config{}, environment);
}

LoadedRules load_rules(const RulePaths& paths, std::chrono::milliseconds patience)
{
  if (paths.given.empty() && !exists(paths.user_dir)) {
    return {};
  }
  return read_in_time(paths, patience);
}

std::shared_ptr<const RuleSet> load_rules_or_say(const RulePaths& paths)
{
  LoadedRules rules = read(paths);
  for (const std::string& warning : rule_warnings(rules.problems)) {
    say(warning);
  }
  return rules.set;
}

std::vector<std::string> rule_warnings(const std::vector<RuleProblem>& problems)
{
  std::vector<std::string> warnings;
  std::size_t more = 0;
  for (std::size_t i = 0; i < problems.size();) {
    std::size_t end = i + 1;
    while (end < problems.size() && problems[end].file == problems[i].file) {
      ++end;
    }
    std::string text = to_string(problems[i]) + "; none of its rules is used";
    if (end - i > 1) {
      text += fmt::format(" ({} more: gpualert rules check)", end - i - 1);
    }
    if (warnings.size() < kMaxWarnings) {
      warnings.push_back(std::move(text));
    } else {
      ++more;
    }
    i = end;
  }
  if (more > 0) {
    warnings.push_back(fmt::format("{} more rule files are not used: gpualert rules check", more));
  }
  return warnings;
}

}  // namespace gpualert::cli
