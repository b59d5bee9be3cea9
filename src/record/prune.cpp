#include "base/fd.hpp"
#include "record/runs_tree.hpp"

#include <fmt/format.h>

#include <gpualert/run_store.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace gpualert {

namespace {

constexpr std::int64_t kDayNs = std::int64_t{86'400} * 1'000'000'000;

enum class Kind { success, failure, running };

struct OldRun {
  std::string path;
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;  // run.json
};

// Only now, for a run that may have to go, is its record read. One that nobody can read counts as a
// failure: somebody may want to look at it.
Kind kind_of(const OldRun& run)
{
  const Result<RunRecord> record = read_run_record(run.path);
  if (!record) {
    return Kind::failure;
  }
  if (!record->ending) {
    return Kind::running;
  }
  const auto* exited = std::get_if<Exited>(&*record->ending);
  return exited != nullptr && exited->code == 0 ? Kind::success : Kind::failure;
}

OldRun measure(const std::string& path)
{
  OldRun run{path, 0, 0};
  for (const std::string& name : names_in(path)) {
    struct stat info {};
    if (::lstat(fmt::format("{}/{}", path, name).c_str(), &info) != 0) {
      continue;
    }
    if (S_ISREG(info.st_mode)) {
      run.bytes += static_cast<std::uint64_t>(info.st_blocks) * 512;
    }
    if (name == "run.json") {
      run.changed_ns = info.st_mtim.tv_sec * std::int64_t{1'000'000'000} + info.st_mtim.tv_nsec;
    }
  }
  return run;
}

std::string parent_of(const std::string& path)
{
  return path.substr(0, path.find_last_of('/'));
}

// What the ranks of a step noted of their ends, once their runs are gone.
void remove_step_notes(const std::string& group)
{
  if (!names_in(group).empty()) {
    return;
  }
  for (const std::string& step : hidden_names_in(group)) {
    const std::string dir = fmt::format("{}/{}", group, step);
    const Fd fd{::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    if (!fd || !step.starts_with(".step")) {
      continue;
    }
    for (const auto& names : {names_in(dir), hidden_names_in(dir)}) {
      for (const std::string& name : names) {
        ::unlinkat(fd.get(), name.c_str(), 0);
      }
    }
    ::rmdir(dir.c_str());
  }
}

// Unlinks the files of the directory itself, then it, its group and its day if they are empty now.
bool remove_run(const std::string& path)
{
  const Fd dir{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!dir) {
    return false;
  }
  // run.json last: a run whose removal was cut short is still found and removed the next time.
  for (const std::string& name : names_in(path)) {
    if (name != "run.json") {
      ::unlinkat(dir.get(), name.c_str(), 0);
    }
  }
  ::unlinkat(dir.get(), "run.json", 0);
  const bool removed = ::rmdir(path.c_str()) == 0;
  const std::string group = parent_of(path);
  remove_step_notes(group);
  if (::rmdir(group.c_str()) == 0) {
    ::rmdir(parent_of(group).c_str());
  }
  return removed;
}

class Pruner {
public:
  Pruner(const KeepRuns& keep, std::int64_t now_ns) : keep_(keep), now_ns_(now_ns) {}

  void add(OldRun run)
  {
    total_ += run.bytes;
    runs_.push_back(std::move(run));
  }

  Pruned prune()
  {
    std::sort(runs_.begin(), runs_.end(),
              [](const OldRun& a, const OldRun& b) { return a.changed_ns < b.changed_ns; });
    for (const OldRun& run : runs_) {
      if (is_too_old(run)) {
        remove(run);
      }
    }
    std::vector<const OldRun*> failures;
    for (const OldRun& run : runs_) {
      if (!is_too_much() || is_too_old(run)) {
        continue;
      }
      const Kind kind = kind_of(run);
      if (kind == Kind::success) {
        remove(run);
      } else if (kind == Kind::failure) {
        failures.push_back(&run);
      }
    }
    for (const OldRun* run : failures) {
      if (is_too_much()) {
        remove(*run);
      }
    }
    return pruned_;
  }

private:
  bool is_too_much() const { return keep_.bytes > 0 && total_ > keep_.bytes; }

  bool is_too_old(const OldRun& run) const
  {
    const std::int64_t age = now_ns_ - run.changed_ns;
    const std::int64_t limit = keep_.days * kDayNs;
    return keep_.days > 0 && age > limit && (age > 2 * limit || kind_of(run) != Kind::running);
  }

  void remove(const OldRun& run)
  {
    if (remove_run(run.path)) {
      total_ -= run.bytes;
      pruned_.runs += 1;
      pruned_.bytes += run.bytes;
    }
  }

  KeepRuns keep_;
  std::int64_t now_ns_;
  std::vector<OldRun> runs_;
  std::uint64_t total_ = 0;
  Pruned pruned_;
};

}  // namespace

Pruned prune_runs(const std::string& runs_dir, const KeepRuns& keep, std::int64_t now_ns)
{
  Pruner pruner(keep, now_ns);
  for (const std::string& day : names_in(runs_dir)) {
    for (const std::string& run : runs_of_day(fmt::format("{}/{}", runs_dir, day))) {
      pruner.add(measure(run));
    }
  }
  return pruner.prune();
}

}  // namespace gpualert
