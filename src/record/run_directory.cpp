#include "record/run_directory.hpp"

#include "base/file.hpp"
#include "record/identity.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace gpualert {

namespace {

constexpr int kMaxSuffix = 1000;

// In a directory where everybody may write (/tmp) another user could have made ours first, to read
// or replace what we put there. Each component below such a directory must be a directory of ours
// (or of root), and no link.
Status check_owners(const std::string& dir)
{
  bool shared = false;
  for (std::size_t end = 1; end != std::string::npos; end = dir.find('/', end + 1)) {
    const std::string part = dir.substr(0, end == 1 ? 1 : end);
    struct stat info {};
    if (::lstat(part.c_str(), &info) != 0) {
      return errno == ENOENT ? ok() : Status{last_os_error("stat " + part)};
    }
    if (shared && !S_ISDIR(info.st_mode)) {
      return Error{part + " is not a directory", ENOTDIR};
    }
    if (shared && info.st_uid != ::geteuid() && info.st_uid != 0) {
      return Error{fmt::format("{} belongs to user {}, not to us", part, info.st_uid), EPERM};
    }
    shared = S_ISDIR(info.st_mode) && (info.st_mode & S_IWOTH) != 0;
  }
  return ok();
}

Status make_below(const std::string& runs, RunRecord& record)
{
  if (Status owner = check_owners(runs + "/"); !owner) {
    return owner;
  }
  const std::string date = format_utc(record.started.wall_ns).substr(0, 10);
  const std::string id = record.id;
  const bool own_group = record.group == record.id;
  for (int n = 0; n < kMaxSuffix; ++n) {
    record.id = n == 0 ? id : fmt::format("{}.{}", id, n);
    record.group = own_group ? record.id : record.group;
    const std::string group = fmt::format("{}/{}/{}", runs, date, record.group);
    if (Status made = make_dirs(group); !made) {
      return made;
    }
    record.path = group + "/" + record.id;
    if (::mkdir(record.path.c_str(), 0700) == 0) {
      return ok();
    }
    if (errno != EEXIST) {
      return last_os_error("mkdir " + record.path);
    }
  }
  return Error{"mkdir " + record.path + ": too many runs of this name", EEXIST};
}

}  // namespace

Status make_run_directory(const std::vector<std::string>& runs_dirs, RunRecord& record)
{
  const std::string id =
      make_run_id(record.started, record.host, record.supervisor_pid, record.scheduler);
  const std::string group = make_group(record.scheduler, id);
  Status last = Error{"no directory for runs is configured", 0};
  for (const std::string& runs : runs_dirs) {
    record.id = id;
    record.group = group;
    last = make_below(runs, record);
    if (last) {
      if (!record.log.notes.empty()) {
        record.log.notes.push_back("the run is kept in " + record.path + " instead");
      }
      return ok();
    }
    record.log.notes.push_back(last.error().what);
  }
  record.id = id;
  record.group = group;
  record.path.clear();
  return last;
}

}  // namespace gpualert
