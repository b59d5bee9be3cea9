#include "cli/settings.hpp"

#include "base/file.hpp"

#include <gpualert/report.hpp>

#include <fmt/format.h>

#include <exception>
#include <utility>
#include <vector>

namespace gpualert::cli {

namespace {

// An address that cannot be used: an Error when it was typed, else a warning, and the default.
Status check_addresses(LoadedConfig& loaded)
{
  const auto check = [&loaded](const char* key, std::string& value) -> Status {
    const Result<std::vector<std::string>> parsed =
        value.empty() ? std::vector<std::string>{} : parse_recipients(value);
    if (parsed) {
      return ok();
    }
    const std::string& origin = loaded.origins[key];
    if (origin == "command line") {
      return Error{fmt::format("--{}: {}", key, parsed.error().what)};
    }
    loaded.warnings.push_back({fmt::format("{}: {}: {}", origin, key, parsed.error().what)});
    value.clear();
    return ok();
  };
  Status to = check("to", loaded.config.to);
  return to ? check("from", loaded.config.from) : to;
}

}  // namespace

// Settings that cannot be had, for want of memory or by a fault of ours, are no reason not to run
// the job: it gets the defaults.
Result<LoadedConfig> settings_of(const RunLine& line, const Environment& environment)
{
  try {
    Result<LoadedConfig> loaded = load_config(line.settings, environment);
    if (loaded) {
      if (Status addresses = check_addresses(*loaded); !addresses) {
        return std::move(addresses).error();
      }
    }
    return loaded;
  } catch (const std::exception& error) {
    LoadedConfig defaults;
    defaults.warnings.push_back({std::string{"settings ignored: "} + error.what()});
    return defaults;
  }
}

std::string config_file(const RunLine& line)
{
  const auto found = line.settings.find("config");
  return found == line.settings.end() ? "" : absolute_path(found->second);
}

}  // namespace gpualert::cli
