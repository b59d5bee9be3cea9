#include "cli/deliverer.hpp"

#include "base/fd.hpp"
#include "cli/detached.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
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
  std::string config = options.config_file;
  std::vector<char*> environment = deliverer_environment(config);
  return Detached{}.start(std::move(words), std::move(environment));
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
