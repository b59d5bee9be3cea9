#include <gpualert/config.hpp>

#include "base/file.hpp"
#include "config/directories.hpp"

#include <sys/stat.h>

namespace gpualert {

namespace {

// As load_config looks at it, which says nothing of a file that was not asked for and is not there.
ConfigFile look_at(const std::string& path)
{
  ConfigFile file{path, ConfigFile::State::read, ""};
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    file.state = ConfigFile::State::absent;
    return file;
  }
  if (const Result<std::string> text = read_file(path, kLargestConfigFile); !text) {
    file.state = ConfigFile::State::unreadable;
    file.problem = text.error().what;
  }
  return file;
}

}  // namespace

std::vector<ConfigFile> config_files(const std::map<std::string, std::string>& command_line,
                                     const Environment& environment)
{
  std::vector<ConfigFile> files{look_at(kSystemConfigFile)};
  const std::string chosen = chosen_config_file(command_line, environment);
  const std::string mine = chosen.empty() ? user_config_file(environment) : chosen;
  if (!mine.empty()) {
    files.push_back(look_at(mine));
  }
  return files;
}

}  // namespace gpualert
