#include "eval/laboratory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

namespace gpualert::eval {

namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path)
{
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

Result<std::string> find_program(const std::string& wanted)
{
  if (!wanted.empty()) {
    if (!is_program(wanted)) {
      return Error{wanted + ": not a program"};
    }
    return fs::absolute(wanted).string();
  }
  std::error_code ignored;
  const fs::path beside = fs::read_symlink("/proc/self/exe", ignored).parent_path() / "gpualert";
  if (is_program(beside)) {
    return beside.string();
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (is_program(fs::path(folder) / "gpualert")) {
      return (fs::path(folder) / "gpualert").string();
    }
  }
  return Error{"gpualert is neither beside this program nor in PATH; say --gpualert PATH"};
}

// What would make a run one of the user's, or of a scheduler.
bool is_foreign(std::string_view setting)
{
  constexpr std::array<std::string_view, 4> kBeginnings{"GPUALERT_", "SLURM_", "XDG_",
                                                        "PYTHONUNBUFFERED="};
  return !setting.starts_with("GPUALERT_LIBEXEC_DIR=") &&
         std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return setting.starts_with(beginning); });
}

}  // namespace

Result<Laboratory> Laboratory::make(const std::string& gpualert)
{
  Result<std::string> program = find_program(gpualert);
  if (!program) {
    return program.error();
  }
  std::string directory = fs::temp_directory_path() / "gpualert-eval.XXXXXX";
  if (::mkdtemp(directory.data()) == nullptr) {
    return last_os_error("make " + directory);
  }
  constexpr rlimit kNoCore{0, 0};  // jobs die on purpose
  ::setrlimit(RLIMIT_CORE, &kNoCore);
  return Laboratory(std::move(directory), std::move(program).value());
}

Laboratory::Laboratory(std::string directory, std::string gpualert)
    : directory_(std::move(directory)), gpualert_(std::move(gpualert))
{
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view setting = *entry;
    if (is_foreign(setting)) {
      environment_.emplace_back(setting.substr(0, setting.find('=')));
    }
  }
  environment_.push_back("HOME=" + directory_);
  environment_.push_back("XDG_STATE_HOME=" + path("state"));
  environment_.push_back("XDG_CONFIG_HOME=" + path("config"));
}

Laboratory::Laboratory(Laboratory&& other) noexcept
    : directory_(std::exchange(other.directory_, {})),
      gpualert_(std::move(other.gpualert_)),
      environment_(std::move(other.environment_))
{
}

Laboratory::~Laboratory()
{
  if (!directory_.empty()) {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
}

Command Laboratory::bare(std::vector<std::string> job) const
{
  Command command;
  command.argv = std::move(job);
  command.environment = environment_;
  return command;
}

Command Laboratory::supervised(const std::vector<std::string>& options,
                               const std::vector<std::string>& job, const std::string& runs) const
{
  std::vector<std::string> argv{gpualert_, "run", "--runs-dir", path(runs)};
  argv.insert(argv.end(), options.begin(), options.end());
  argv.insert(argv.end(), job.begin(), job.end());
  return bare(std::move(argv));
}

std::optional<std::string> Laboratory::file_of_run(const std::string& runs,
                                                   const std::string& name) const
{
  std::optional<std::string> newest;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(path(runs), ignored)) {
    // Ids of runs sort by time.
    if (entry.path().filename() == name && (!newest || entry.path().string() > *newest)) {
      newest = entry.path().string();
    }
  }
  return newest;
}

Result<std::string> Laboratory::copy_gpualert(const std::string& folder) const
{
  const std::string copy = path(folder) + "/gpualert";
  std::error_code error;
  fs::create_directories(path(folder), error);
  if (!error) {
    fs::copy_file(gpualert_, copy, error);
  }
  if (error) {
    return Error{"copy " + gpualert_ + ": " + error.message(), error.value()};
  }
  return copy;
}

void Laboratory::remove(const std::string& name) const
{
  std::error_code ignored;
  fs::remove_all(path(name), ignored);
}

}  // namespace gpualert::eval
