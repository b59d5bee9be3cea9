#include "supervise/command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace gpualert::supervision {

namespace {

constexpr std::string_view kDefaultPath = "/bin:/usr/bin";  // execvp(3) without PATH

std::string_view name_of(std::string_view entry)
{
  return entry.substr(0, entry.find('='));
}

std::vector<std::string> candidates(const std::string& program)
{
  if (program.empty() || program.find('/') != std::string::npos) {
    return {program};
  }
  const char* value = std::getenv("PATH");
  std::string_view path = value == nullptr ? kDefaultPath : std::string_view(value);
  std::vector<std::string> files;
  for (;;) {
    const auto colon = path.find(':');
    std::string file(path.substr(0, colon));
    file += file.empty() ? "" : "/";
    files.push_back(file + program);
    if (colon == std::string_view::npos) {
      return files;
    }
    path.remove_prefix(colon + 1);
  }
}

}  // namespace

Command::Command(const std::vector<std::string>& argv, const std::vector<std::string>& set,
                 const std::vector<std::string>& unset)
    : files_(candidates(argv.front()))
{
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view name = name_of(*entry);
    const bool replaced = std::any_of(set.begin(), set.end(),
                                      [&](const std::string& s) { return name_of(s) == name; });
    if (!replaced && std::find(unset.begin(), unset.end(), name) == unset.end()) {
      envp_.push_back(*entry);
    }
  }
  environment_ = set;
  for (const std::string& entry : environment_) {
    envp_.push_back(entry.c_str());
  }
  envp_.push_back(nullptr);
  shell_argv_ = {"/bin/sh", nullptr};
  for (const std::string& arg : argv) {
    argv_.push_back(arg.c_str());
    if (&arg != &argv.front()) {
      shell_argv_.push_back(arg.c_str());
    }
  }
  argv_.push_back(nullptr);
  shell_argv_.push_back(nullptr);
  for (const std::string& file : files_) {
    paths_.push_back(file.c_str());
  }
}

int Command::try_file(const char* file) const noexcept
{
  // execve(2) takes char* const* for history's sake and writes to neither array.
  // NOLINTBEGIN(cppcoreguidelines-pro-type-const-cast)
  char* const* envp = const_cast<char* const*>(envp_.data());
  ::execve(file, const_cast<char* const*>(argv_.data()), envp);
  if (errno == ENOEXEC) {
    shell_argv_[1] = file;
    ::execve(shell_argv_[0], const_cast<char* const*>(shell_argv_.data()), envp);
  }
  // NOLINTEND(cppcoreguidelines-pro-type-const-cast)
  return errno;
}

int Command::exec() const noexcept
{
  bool denied = false;
  int error = ENOENT;
  for (const char* file : paths_) {
    error = try_file(file);
    switch (error) {
      case EACCES:
        denied = true;
        break;
      case ENOENT:
      case ENOTDIR:
      case ESTALE:
      case ENODEV:
      case ETIMEDOUT:
        break;
      default:
        return error;
    }
  }
  return denied ? EACCES : error;
}

}  // namespace gpualert::supervision
