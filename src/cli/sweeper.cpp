#include "cli/sweeper.hpp"

#include "base/file.hpp"
#include "cli/deliverer.hpp"
#include "cli/detached.hpp"

#include <sys/stat.h>

#include <ctime>
#include <utility>
#include <vector>

namespace gpualert::cli {

namespace {

constexpr std::time_t kInterval = 600;  // seconds

bool is_due(const std::string& stamp)
{
  struct stat info {};
  const std::time_t age =
      ::lstat(stamp.c_str(), &info) == 0 ? ::time(nullptr) - info.st_mtime : kInterval;
  return age >= kInterval || age < 0;
}

}  // namespace

void start_sweep(const std::string& runs_dir, const std::string& state_dir,
                 const std::string& config_file)
{
  const std::string stamp = runs_dir + "/.swept";
  if (!is_due(stamp) || !write_file_atomic(stamp, "", Sync::no)) {
    return;
  }
  // Nobody is told when it cannot be started: the next run tries again in ten minutes.
  std::string config = config_file;
  std::vector<char*> environment = deliverer_environment(config);
  (void)Detached{}.start(
      {"/proc/self/exe", "sweep", "--quiet", "--state", state_dir, "--runs-dir", runs_dir},
      std::move(environment));
}

void start_deliverer_after(std::chrono::seconds wait, const std::string& state_dir,
                           const std::string& config_file)
{
  const Result<std::string> program = find_deliverer();
  if (!program) {
    return;
  }
  std::string config = config_file;
  std::vector<char*> environment = deliverer_environment(config);
  (void)Detached{}.start(
      {program.value(), "--state", state_dir, "--wait", std::to_string(wait.count())},
      std::move(environment));
}

}  // namespace gpualert::cli
