#include "record/runs_tree.hpp"

#include <fmt/format.h>

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace gpualert {

namespace {

std::vector<std::string> names_where(const std::string& dir, bool hidden)
{
  std::vector<std::string> names;
  DIR* d = ::opendir(dir.c_str());
  if (d == nullptr) {
    return names;
  }
  // readdir(3) is safe here: each stream is used by one thread only.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  while (const dirent* entry = ::readdir(d)) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name.starts_with('.') == hidden && name != "." && name != "..") {
      names.emplace_back(name);
    }
  }
  ::closedir(d);
  std::sort(names.begin(), names.end(), std::greater<>());
  return names;
}

}  // namespace

std::vector<std::string> names_in(const std::string& dir)
{
  return names_where(dir, false);
}

std::vector<std::string> hidden_names_in(const std::string& dir)
{
  return names_where(dir, true);
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
