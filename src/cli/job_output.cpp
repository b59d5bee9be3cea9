#include "cli/job_output.hpp"

#include "job/job_record.hpp"

#include <sys/stat.h>

#include <filesystem>

namespace gpualert::cli {

namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path)
{
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0;
}

// Slurm calls a node by a name, and writes its host name for %N. Where they differ, and one file
// alone has any other name in that place, that is it.
std::string with_any_host(const JobInfo& job, const std::string& pattern, JobNames names)
{
  names.host = std::string(1, '\0');
  const std::string marked = expand_output_path(pattern, names, job.work_dir);
  const std::size_t slash = marked.rfind('/');
  const std::size_t mark = marked.find('\0');
  if (mark == std::string::npos || mark < slash) {
    return {};
  }
  const std::string before = marked.substr(slash + 1, mark - slash - 1);
  const std::string behind = marked.substr(mark + 1);
  std::string found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(marked.substr(0, slash), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.size() > before.size() + behind.size() && name.starts_with(before) &&
        name.ends_with(behind)) {
      if (!found.empty()) {
        return {};
      }
      found = entry.path().string();
    }
  }
  return found;
}

}  // namespace

// scontrol expands the plain letters alone: neither %N nor %5j. A name with "%" in it stands for
// itself, where such a file is there.
std::string output_file(const JobInfo& job, const std::string& pattern)
{
  if (pattern.empty() || pattern.find('%') == std::string::npos || exists(pattern)) {
    return pattern;
  }
  JobNames names = jobs::names_of(job);
  std::string path = expand_output_path(pattern, names, job.work_dir);
  if (!exists(path)) {
    if (std::string other = with_any_host(job, pattern, std::move(names)); !other.empty()) {
      return other;
    }
  }
  return path;
}

}  // namespace gpualert::cli
