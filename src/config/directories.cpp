#include "config/directories.hpp"

#include "base/file.hpp"
#include "config/values.hpp"

#include <unistd.h>

namespace gpualert {

namespace {

// XDG: a relative path in one of these variables is to be ignored.
std::string absolute_only(const Environment& environment, const char* name)
{
  const auto found = environment.find(name);
  return found != environment.end() && found->second.starts_with('/') ? found->second : "";
}

std::string below_home(const Environment& environment, const char* variable, const char* in_home)
{
  if (std::string dir = absolute_only(environment, variable); !dir.empty()) {
    return dir + "/gpualert";
  }
  const std::string home = absolute_only(environment, "HOME");
  return home.empty() ? "" : home + in_home;
}

std::vector<std::string> with_fallbacks(std::string first, const Environment& environment)
{
  std::vector<std::string> dirs;
  if (!first.empty()) {
    dirs.push_back(std::move(first));
  }
  const std::string own = "/gpualert-" + std::to_string(::geteuid());
  const std::string temporary = absolute_only(environment, "TMPDIR");
  if (!temporary.empty() && temporary != "/tmp" && temporary != "/tmp/") {
    dirs.push_back(temporary + own);
  }
  dirs.push_back("/tmp" + own);
  return dirs;
}

}  // namespace

std::string default_state_dir(const Environment& environment)
{
  return below_home(environment, "XDG_STATE_HOME", "/.local/state/gpualert");
}

std::string user_config_file(const Environment& environment)
{
  const std::string dir = below_home(environment, "XDG_CONFIG_HOME", "/.config/gpualert");
  return dir.empty() ? "" : dir + "/config.toml";
}

std::string chosen_config_file(const std::map<std::string, std::string>& command_line,
                               const Environment& environment)
{
  if (const auto found = command_line.find("config"); found != command_line.end()) {
    return expand_path(found->second, environment);
  }
  const auto found = environment.find("GPUALERT_CONFIG");
  return found == environment.end() || found->second.empty()
             ? ""
             : expand_path(found->second, environment);
}

std::string expand_path(std::string_view path, const Environment& environment)
{
  const std::string home = absolute_only(environment, "HOME");
  if (!home.empty() && (path == "~" || path.starts_with("~/"))) {
    return home + std::string{path.substr(1)};
  }
  return absolute_path(std::string{path});
}

std::string expand_paths(std::string_view paths, const Environment& environment)
{
  std::string expanded;
  for (const std::string_view path : split_list(paths)) {
    expanded += (expanded.empty() ? "" : ",") + expand_path(path, environment);
  }
  return expanded;
}

std::string user_rules_dir(const Environment& environment)
{
  const std::string dir = below_home(environment, "XDG_CONFIG_HOME", "/.config/gpualert");
  return dir.empty() ? "" : dir + "/rules.d";
}

std::vector<std::string> runs_dir_candidates(const Config& config, const Environment& environment)
{
  std::string first = config.runs_dir;
  if (first.empty() && !config.state_dir.empty()) {
    first = config.state_dir + "/runs";
  }
  return with_fallbacks(std::move(first), environment);
}

std::vector<std::string> state_dir_candidates(const Config& config, const Environment& environment)
{
  return with_fallbacks(config.state_dir, environment);
}

}  // namespace gpualert
