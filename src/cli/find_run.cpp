#include "cli/find_run.hpp"

#include "cli/environment.hpp"
#include "cli/say.hpp"

#include <gpualert/config.hpp>

#include <utility>

namespace gpualert::cli {

Result<RunStore> our_runs()
{
  const Environment environment = our_environment();
  Result<LoadedConfig> loaded = load_config({}, environment);
  if (!loaded) {
    return std::move(loaded).error();
  }
  for (const ConfigWarning& warning : loaded->warnings) {
    say(warning.text);
  }
  return RunStore{runs_dir_candidates(loaded->config, environment)};
}

Result<std::string> find_run(const std::string& run)
{
  const Result<RunStore> store = our_runs();
  return store ? store.value().find(run) : store.error();
}

}  // namespace gpualert::cli
