#include <gpualert/config.hpp>

#include "base/file.hpp"
#include "base/suggest.hpp"
#include "config/channels.hpp"
#include "config/directories.hpp"
#include "config/keys.hpp"
#include "config/toml_file.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>

namespace gpualert {

namespace {

// Variables of ours that are no settings: which file to read, and what a run gives to its job.
bool is_one_of_ours(std::string_view variable)
{
  return variable == "GPUALERT_CONFIG" || variable == "GPUALERT_RUN_ID" ||
         variable == "GPUALERT_RUN_PATH";
}

std::vector<std::string> names_in_files(const std::vector<KeyInfo>& keys)
{
  std::vector<std::string> names{"channel"};
  for (const KeyInfo& key : keys) {
    if (key.in_files) {
      names.emplace_back(key.key);
    }
  }
  return names;
}

class Loader {
public:
  explicit Loader(const Environment& environment) : environment_(environment)
  {
    loaded_.config.state_dir = default_state_dir(environment);
  }

  // `wanted`: the user named this file, so it is worth a word when it is not there.
  void read(const std::string& path, bool wanted);
  void read_environment();
  Status read_command_line(const std::map<std::string, std::string>& values);
  LoadedConfig result() && { return std::move(loaded_); }

private:
  void warn(std::string text) { loaded_.warnings.push_back({std::move(text)}); }
  Status set(const Key<Config>& key, std::string_view text, std::string origin,
             std::size_t column = 0);
  void remember(std::string key, std::string origin, GivenValue value);
  void set_entry(const TomlEntry& entry, const std::string& place);
  void read_file_text(const std::string& path, std::string_view text);
  void warn_of_misspelt_variables();

  const Environment& environment_;
  LoadedConfig loaded_;
};

Status Loader::set(const Key<Config>& key, std::string_view text, std::string origin,
                   std::size_t column)
{
  const std::string expanded = key.type == KeyType::path    ? expand_path(text, environment_)
                               : key.type == KeyType::paths ? expand_paths(text, environment_)
                                                            : std::string{text};
  Status status = key.apply(loaded_.config, expanded);
  if (status) {
    remember(std::string{key.info.key}, std::move(origin), {expanded, column});
  }
  return status;
}

// What `notify` and `no_notify` say together is remembered of the one that had the last word.
void Loader::remember(std::string key, std::string origin, GivenValue value)
{
  if (key == "no_notify" && parse_switch(value.text).value()) {
    loaded_.origins["notify"] = origin;
    loaded_.given["notify"] = {"never", value.column};
  } else if (key == "notify") {
    loaded_.origins.erase("no_notify");
    loaded_.given.erase("no_notify");
  }
  loaded_.origins[key] = std::move(origin);
  loaded_.given[std::move(key)] = std::move(value);
}

void Loader::set_entry(const TomlEntry& entry, const std::string& place)
{
  const std::string where = fmt::format("{}:{}", place, entry.column);
  const Key<Config>* key = find_key(setting_table(), entry.key);
  if (key == nullptr || !key->info.in_files) {
    warn(where + ": " +
         (key != nullptr ? fmt::format("{} cannot be set in a file", quoted(entry.key))
                         : unknown_key(entry.key, names_in_files(config_keys()))));
    return;
  }
  Status status = check_type(key->type, entry);
  if (status) {
    status = set(*key, entry.text, place, entry.column);
  }
  if (!status) {
    warn(fmt::format("{}: {}: {}", where, entry.key, status.error().what));
  }
}

void Loader::read_file_text(const std::string& path, std::string_view text)
{
  TomlFile file = parse_toml(text);
  if (file.broken) {
    warn(fmt::format("{}:{}:{}: {}; this line and what follows it is ignored", path,
                     file.broken->line, file.broken->column, file.broken->what));
  }
  // no_notify wins over notify in the same file, whichever comes first.
  std::stable_partition(file.entries.begin(), file.entries.end(),
                        [](const TomlEntry& entry) { return entry.key != "no_notify"; });
  for (const TomlEntry& entry : file.entries) {
    set_entry(entry, fmt::format("{}:{}", path, entry.line));
  }
  if (!file.channels.empty()) {
    // A file that names channels replaces those of the file before it.
    read_channels(path, file, environment_, loaded_);
  }
}

void Loader::read(const std::string& path, bool wanted)
{
  struct stat info {};
  // ENOENT, and EACCES on the way to it: nobody can tell that there is a file.
  if (path.empty() || (::stat(path.c_str(), &info) != 0 && !wanted)) {
    return;
  }
  const Result<std::string> text = read_file(path, kLargestConfigFile);
  if (!text) {
    warn("configuration ignored: " + text.error().what);
    return;
  }
  read_file_text(path, text.value());
}

void Loader::warn_of_misspelt_variables()
{
  std::vector<std::string> names;
  for (auto it = environment_.lower_bound("GPUALERT_");
       it != environment_.end() && it->first.starts_with("GPUALERT_"); ++it) {
    if (is_one_of_ours(it->first)) {
      continue;
    }
    if (names.empty()) {
      for (const KeyInfo& key : config_keys()) {
        names.push_back(environment_name(key));
      }
    }
    const std::string meant = nearest(it->first, names);
    if (!meant.empty() && meant != it->first) {
      warn(fmt::format("environment: {} is not a setting (did you mean {}?)", it->first, meant));
    }
  }
}

void Loader::read_environment()
{
  for (const Key<Config>& key : setting_table()) {
    const std::string name = environment_name(key.info);
    const auto found = environment_.find(name);
    // An empty variable counts as unset: `GPUALERT_TO= gpualert run` is how one clears it.
    if (found == environment_.end() || found->second.empty()) {
      continue;
    }
    if (const Status status = set(key, found->second, "environment"); !status) {
      warn(fmt::format("environment: {}: {}", name, status.error().what));
    }
  }
  warn_of_misspelt_variables();
}

Status Loader::read_command_line(const std::map<std::string, std::string>& values)
{
  for (const Key<Config>& key : setting_table()) {
    const auto found = values.find(std::string{key.info.key});
    if (found == values.end()) {
      continue;
    }
    if (!key.info.argument.empty() && found->second.empty()) {
      return Error{option_name(key.info) + ": the value is empty"};
    }
    if (const Status status = set(key, found->second, "command line"); !status) {
      return Error{fmt::format("{}: {}", option_name(key.info), status.error().what)};
    }
  }
  return ok();
}

}  // namespace

Result<LoadedConfig> load_config(const std::map<std::string, std::string>& command_line,
                                 const Environment& environment)
{
  Loader loader{environment};
  loader.read(kSystemConfigFile, false);
  const std::string chosen = chosen_config_file(command_line, environment);
  loader.read(chosen.empty() ? user_config_file(environment) : chosen, !chosen.empty());
  loader.read_environment();
  if (Status status = loader.read_command_line(command_line); !status) {
    return std::move(status).error();
  }
  return std::move(loader).result();
}

}  // namespace gpualert
