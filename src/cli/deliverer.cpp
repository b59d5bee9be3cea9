#include "cli/deliverer.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace gpualert::cli {

namespace {

constexpr const char* kName = "/gpualert-deliver";

std::string own_directory()
{
  std::array<char, PATH_MAX> path;
  const ssize_t n = ::readlink("/proc/self/exe", path.data(), path.size());
  const std::string_view self{path.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
  const auto slash = self.rfind('/');
  return std::string{self.substr(0, slash == std::string_view::npos ? 0 : slash)};
}

// posix_spawn's two objects, freed together.
class SpawnSettings {
public:
  SpawnSettings()
  {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings()
  {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  int detach()
  {
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    int error = 0;
    const auto check = [&error](int result) { error = error != 0 ? error : result; };
    check(::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDWR, 0));
    check(::posix_spawn_file_actions_adddup2(&actions_, 0, 1));
    check(::posix_spawn_file_actions_adddup2(&actions_, 0, 2));
    check(::posix_spawn_file_actions_addclosefrom_np(&actions_, 3));
    check(::posix_spawn_file_actions_addchdir_np(&actions_, "/"));
    check(::posix_spawnattr_setsigdefault(&attributes_, &all));
    check(::posix_spawnattr_setsigmask(&attributes_, &none));
    check(::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
    return error;
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

std::vector<char*> deliverer_environment(std::string& config_setting)
{
  constexpr std::string_view kConfig = "GPUALERT_CONFIG=";
  std::vector<char*> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool replaced = text.starts_with(kConfig) && !config_setting.empty();
    if (!text.starts_with("LD_") && !replaced) {
      entries.push_back(*entry);
    }
  }
  if (!config_setting.empty()) {
    config_setting.insert(0, kConfig);
    entries.push_back(config_setting.data());
  }
  entries.push_back(nullptr);
  return entries;
}

Result<std::string> find_deliverer()
{
  std::vector<std::string> places;
  // The logger has no thread that changes the environment.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (const char* chosen = std::getenv("GPUALERT_LIBEXEC_DIR"); chosen != nullptr) {
    places.emplace_back(chosen);
  }
  const std::string here = own_directory();
  places.push_back(here + "/" GPUALERT_LIBEXEC_FROM_BIN);
  places.push_back(here + "/deliver");
  std::string tried;
  for (const std::string& place : places) {
    const std::string program = place + kName;
    if (::access(program.c_str(), X_OK) == 0) {
      return program;
    }
    tried += (tried.empty() ? "" : ", ") + place;
  }
  return Error{"gpualert-deliver is not in " + tried, ENOENT};
}

Result<pid_t> start_deliverer(const std::string& program, const DelivererOptions& options)
{
  std::vector<std::string> words{program, "--state", options.state_dir, "--deadline",
                                 std::to_string(options.deadline.count())};
  if (options.all) {
    words.emplace_back("--all");
  }
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  std::string config = options.config_file;
  std::vector<char*> environment = deliverer_environment(config);
  SpawnSettings settings;
  int error = settings.detach();
  pid_t pid = -1;
  if (error == 0) {
    error = ::posix_spawn(&pid, program.c_str(), &settings.actions_, &settings.attributes_,
                          argv.data(), environment.data());
  }
  if (error != 0) {
    errno = error;
    return last_os_error("start " + program);
  }
  return pid;
}

void wait_for_deliverer(pid_t pid, std::chrono::milliseconds limit) noexcept
{
  const Fd handle{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
  if (handle) {
    const auto end = std::chrono::steady_clock::now() + limit;
    pollfd wanted{handle.get(), POLLIN, 0};
    for (auto left = limit; left.count() > 0;) {
      if (::poll(&wanted, 1, static_cast<int>(left.count())) != -1 || errno != EINTR) {
        break;
      }
      left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
    }
  }
  ::waitpid(pid, nullptr, WNOHANG);
}

}  // namespace gpualert::cli
