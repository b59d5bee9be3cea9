#include "cli/sweep.hpp"

#include "cli/claim.hpp"
#include "cli/environment.hpp"
#include "cli/finish.hpp"
#include "cli/run_claim.hpp"
#include "cli/say.hpp"
#include "cli/settings.hpp"

#include <gpualert/open_runs.hpp>
#include <gpualert/run_store.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <optional>
#include <utility>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kHold = 600;  // seconds: a log of many GB on a slow disk

Moment moment_at(const RunRecord& record, std::int64_t wall_ns)
{
  const std::int64_t after = std::max<std::int64_t>(wall_ns - record.started.wall_ns, 0);
  return {record.started.wall_ns + after, record.started.monotonic_ns + after};
}

// In the child: its exit status tells.
int finish_here(const RunRecord& record, const OpenRun& run, const LifeSigns& signs,
                bool with_output)
{
  RunLine line;
  line.settings = run.settings;
  const Environment environment = our_environment();
  const Result<LoadedConfig> settings = settings_of(line, environment);
  Pipeline pipeline{settings ? settings->config : Config{}, environment, config_file(line)};
  const std::string note = record.ended ? std::string()
                                        : "nobody saw this run end (" + signs.why +
                                              "); its record was completed by gpualert sweep";
  const Finished finished = finish_run(record,
                                       {EndUnknown{"it died with all of gpualert"},
                                        moment_at(record, signs.last_ns), note, with_output},
                                       pipeline);
  return finished.saved ? kDone : kFailed;
}

// In a process of its own, so that no log can end the sweep. False when that died of a signal.
std::optional<int> finish_apart(const RunRecord& record, const OpenRun& run, const LifeSigns& signs,
                                bool with_output)
{
  const pid_t pid = ::fork();
  if (pid == 0) {
    int status = kFailed;
    try {
      status = finish_here(record, run, signs, with_output);
    } catch (const std::exception& error) {
      say(error.what());
    }
    ::_exit(status);
  }
  int status = 0;
  while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (pid < 0) {
    return kFailed;
  }
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

class Sweep {
public:
  Sweep(const std::string& runs_dir, const SweepLimits& limits)
      : runs_dir_(runs_dir),
        open_dir_(runs_dir + "/.open"),
        limits_(limits),
        me_(here()),
        mine_(outbox::own_lease(::time(nullptr) + kHold))
  {
  }

  std::vector<Swept> run()
  {
    for (const std::string& mark : open_marks(open_dir_)) {
      visit(mark);
    }
    if (limits_.unmarked) {
      visit_unmarked();
    }
    ::rmdir(open_dir_.c_str());  // when nothing is left in it
    return std::move(swept_);
  }

private:
  void visit(const std::string& mark)
  {
    const Result<OpenRun> run = read_open_run(open_dir_, mark);
    if (!run) {
      remove_old(mark);
      return;
    }
    known_.push_back(run->run_dir);
    Result<RunRecord> record = read_run_record(run->run_dir);
    if (!record) {
      remove_old(mark);  // pruned, or removed by hand
      return;
    }
    record->path = run->run_dir;
    Swept one{run->run_dir, record->id, life_of(*record, *run, me_, now().wall_ns), false, {}};
    if (one.signs.life == Life::dead && !limits_.dry_run) {
      if (const auto claimed = claim_file(open_dir_, mark, mine_, ::time(nullptr))) {
        ++mine_.until_s;  // no two marks get one name
        finish(*claimed, *run, one);
      } else {
        one.problem = "another sweep has it in hand";
      }
    }
    swept_.push_back(std::move(one));
  }

  void finish(const std::string& claimed, const OpenRun& run, Swept& one)
  {
    // Another sweep may have finished it between our look and our claim.
    Result<RunRecord> record = read_run_record(run.run_dir);
    if (!record) {
      one.problem = record.error().what;
      (void)release_file(open_dir_, claimed);
      return;
    }
    record->path = run.run_dir;
    std::optional<int> status = finish_apart(*record, run, one.signs, true);
    if (!status) {
      status = finish_apart(*record, run, one.signs, false);
    }
    one.finished = status == kDone;
    if (one.finished) {
      ::unlink((open_dir_ + "/" + claimed).c_str());
    } else {
      one.problem = "its record could not be completed";
      (void)release_file(open_dir_, claimed);
    }
  }

  // A run that died in its first half second, or on whose disk no mark could be made.
  void visit_unmarked()
  {
    constexpr int kDays = 2;
    for (const std::string& dir : runs_of_newest_days(runs_dir_, kDays)) {
      struct stat info {};
      if (std::ranges::find(known_, dir) != known_.end() ||
          ::lstat((dir + "/verdict.json").c_str(), &info) == 0) {
        continue;
      }
      Result<RunRecord> record = read_run_record(dir);
      if (!record || record->ended) {
        continue;
      }
      record->path = dir;
      const LifeSigns signs = life_of(*record, {}, me_, now().wall_ns);
      if (signs.life != Life::dead) {
        continue;  // one that goes on makes its mark itself
      }
      if (limits_.dry_run) {
        swept_.push_back({dir, record->id, signs, false, {}});
      } else if (mark_once(*record)) {
        visit(mark_name(*record));
      }
    }
  }

  // Of a killed process, or of a run that is gone.
  void remove_old(const std::string& mark)
  {
    constexpr std::int64_t kDay = 86400;
    const std::string path = open_dir_ + "/" + mark;
    struct stat info {};
    if (!limits_.dry_run && ::lstat(path.c_str(), &info) == 0 &&
        info.st_mtim.tv_sec + kDay < ::time(nullptr)) {
      ::unlink(path.c_str());
    }
  }

  std::string runs_dir_, open_dir_;
  SweepLimits limits_;
  Here me_;
  outbox::Lease mine_;
  std::vector<std::string> known_;
  std::vector<Swept> swept_;
};

}  // namespace

std::vector<Swept> sweep_runs(const std::string& runs_dir, const SweepLimits& limits)
{
  return Sweep{runs_dir, limits}.run();
}

}  // namespace gpualert::cli
