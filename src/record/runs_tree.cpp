#include "record/runs_tree.hpp"

#include <fmt/format.h>

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>

namespace gpualert {

std::vector<std::string> names_in(const std::string& dir)
{
  std::vector<std::string> names;
  DIR* d = ::opendir(dir.c_str());
  if (d == nullptr) {
    return names;
  }
  // readdir(3) is safe here: each stream is used by one thread only.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  while (const dirent* entry = ::readdir(d)) {
    if (entry->d_name[0] != '.') {
      names.emplace_back(entry->d_name);
    }
  }
  ::closedir(d);
  std::sort(names.begin(), names.end(), std::greater<>());
  return names;
}

std::string base_name(const std::string& path)
{
  return path.substr(path.find_last_of('/') + 1);
}

bool path_exists(const std::string& path)
{
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0;
}

// Runs of one day, newest first.
std::vector<std::string> runs_of_day(const std::string& day)
{
  std::vector<std::string> runs;
  for (const std::string& group : names_in(day)) {
    const std::string dir = fmt::format("{}/{}", day, group);
    for (const std::string& run : names_in(dir)) {
      if (path_exists(fmt::format("{}/{}/run.json", dir, run))) {
        runs.push_back(fmt::format("{}/{}", dir, run));
      }
    }
  }
  std::sort(runs.begin(), runs.end(),
            [](const std::string& a, const std::string& b) { return base_name(a) > base_name(b); });
  return runs;
}

}  // namespace gpualert
