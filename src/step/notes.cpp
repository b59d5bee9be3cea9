#include <gpualert/step.hpp>

#include "base/file.hpp"
#include "record/runs_tree.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

namespace gpualert {

namespace {

constexpr std::int64_t kHourNs = 3600LL * 1'000'000'000;
constexpr std::size_t kLargestNote = 8192;

constexpr std::string_view kTurn = "turn";
constexpr std::string_view kStepDir = "/.step";

// What tells an attempt from the one before: "-restart1-relaunch2", as run ids end. The first
// number says nothing.
std::string attempt_of(const SchedulerIdentity& scheduler)
{
  std::string attempt;
  if (!scheduler.restart.empty() && scheduler.restart != "0") {
    attempt += "-restart" + scheduler.restart.substr(0, 8);
  }
  if (!scheduler.relaunch.empty() && scheduler.relaunch != "0") {
    attempt += "-relaunch" + scheduler.relaunch.substr(0, 8);
  }
  std::ranges::replace(attempt, '/', '_');
  return attempt;
}

std::string parent_of(const std::string& path)
{
  return path.substr(0, path.rfind('/'));
}

// Another run of this rank has noted its end there: a launcher was started twice in one job.
bool is_taken(const std::string& step_dir, const RunRecord& record)
{
  const std::string mine = record.scheduler.rank + ",";
  for (const std::string& name : names_in(step_dir)) {
    if (name.starts_with(mine)) {
      const Result<std::string> run = read_file(fmt::format("{}/{}", step_dir, name), kLargestNote);
      return run && run.value() != record.path;
    }
  }
  return false;
}

// Made aside and renamed, so that it never is without its turn: two would be made for one.
Status make_step_dir(const std::string& step_dir)
{
  if (path_exists(step_dir)) {
    return ok();
  }
  const std::string aside = fmt::format("{}.{}.{}", step_dir, now().wall_ns, ::getpid());
  if (::mkdir(aside.c_str(), 0700) != 0) {
    return last_os_error("mkdir " + aside);
  }
  const std::string turn = aside + "/" + std::string(kTurn);
  Status made = write_file_atomic(turn, "", Sync::no);
  if (made && ::rename(aside.c_str(), step_dir.c_str()) != 0) {
    made = errno == ENOTEMPTY || errno == EEXIST ? ok() : Status{last_os_error("rename " + aside)};
  }
  ::unlink(turn.c_str());
  ::rmdir(aside.c_str());
  return made;
}

}  // namespace

// A step's ranks begin within the hour, so one that began in the first hour of a day may belong to
// a step of the day before.
std::string step_dir(const RunRecord& record)
{
  const std::string own_group = parent_of(record.path);
  const std::string runs = parent_of(parent_of(own_group));
  const std::string before = format_utc(record.started.wall_ns - kHourNs).substr(0, 10);
  const std::string earlier = fmt::format("{}/{}/{}", runs, before, base_name(own_group));
  std::string dir = (path_exists(earlier) ? earlier : own_group) + std::string(kStepDir) +
                    attempt_of(record.scheduler);
  constexpr int kMostLaunches = 1000;
  for (int launch = 1; launch < kMostLaunches; ++launch) {
    std::string at = launch == 1 ? dir : fmt::format("{}.{}", dir, launch);
    if (!is_taken(at, record)) {
      return at;
    }
  }
  return dir;
}

std::string step_label(const RunRecord& record, const std::string& step_dir)
{
  return record.group + base_name(step_dir).substr(kStepDir.size() - 1);
}

std::size_t runs_of_attempt(const RunRecord& record)
{
  const auto attempt = [](const std::string& id) {
    const std::size_t at = std::min(id.find("-restart"), id.find("-relaunch"));
    return at == std::string::npos ? std::string() : id.substr(at, id.find('.', at) - at);
  };
  const std::string mine = attempt(base_name(record.path));
  return static_cast<std::size_t>(
      std::ranges::count_if(names_in(parent_of(record.path)),
                            [&](const std::string& id) { return attempt(id) == mine; }));
}

Status note_rank_end(const std::string& step_dir, const RankEnd& end, const std::string& run_dir)
{
  if (Status made = make_step_dir(step_dir); !made) {
    return made;
  }
  // Not under the name itself: half of it would be a name, of another host.
  const std::string name = to_name(end);
  const std::string aside = step_dir + "/." + name;
  if (Status written = write_file_atomic(aside, run_dir, Sync::no); !written) {
    return written;
  }
  return ::rename(aside.c_str(), (step_dir + "/" + name).c_str()) == 0
             ? ok()
             : Status{last_os_error("rename " + aside)};
}

std::vector<RankEnd> read_rank_ends(const std::string& step_dir)
{
  std::vector<RankEnd> ends;
  for (const std::string& name : names_in(step_dir)) {
    if (std::optional<RankEnd> end = parse_rank_end(name); end && to_name(*end) == name) {
      ends.push_back(std::move(*end));
    }
  }
  return ends;
}

Result<std::string> run_dir_of(const std::string& step_dir, const RankEnd& end)
{
  return read_file(step_dir + "/" + to_name(end), kLargestNote);
}

std::string turn_file(const std::string& step_dir)
{
  for (std::string& name : names_in(step_dir)) {
    if (name == kTurn || name.starts_with(std::string(kTurn) + "~")) {
      return std::move(name);
    }
  }
  return {};
}

}  // namespace gpualert
