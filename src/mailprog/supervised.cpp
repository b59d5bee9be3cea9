#include "mailprog/supervised.hpp"

#include "cli/reported.hpp"
#include "mailprog/command.hpp"

#include <gpualert/run_store.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

namespace gpualert::mailprog {

namespace {

// By getent(1): the passwd database may be a directory server.
std::string home_of(uid_t uid)
{
  const Result<std::string> line =
      output_of({"/usr/bin/getent", "passwd", std::to_string(uid)}, std::chrono::seconds{5});
  std::string_view rest = line ? std::string_view(*line) : std::string_view();
  constexpr int kHome = 5;
  for (int field = 0; field < kHome; ++field) {
    const std::size_t colon = rest.find(':');
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  }
  return std::string(rest.substr(0, rest.find(':')));
}

// "" where nobody but the owner may look.
std::string state_dir_of(const Owner& owner)
{
  if (::geteuid() != 0 || owner.uid == 0) {
    return {};
  }
  const std::string home = home_of(owner.uid);
  return home.starts_with('/') ? home + "/.local/state/gpualert" : std::string();
}

}  // namespace

std::optional<RunRecord> untold_run(const Event& event, const Owner& owner)
{
  const std::string state_dir = state_dir_of(owner);
  const Result<ActAs> acting = ActAs::begin(owner);
  if (state_dir.empty() || !acting) {
    return std::nullopt;
  }
  const Result<std::string> dir = RunStore{{state_dir + "/runs"}}.find(event.job);
  Result<RunRecord> run = dir ? read_run_record(*dir) : Result<RunRecord>{dir.error()};
  const bool ours =
      run && run->scheduler.kind == "slurm" && run->scheduler.job == event.job &&
      (event.restart.empty() || event.restart == "0" || run->scheduler.restart == event.restart);
  if (!ours || cli::read_reported(*dir)) {
    return std::nullopt;
  }
  run->path = *dir;  // the place where it was found, whatever it says of itself
  return std::move(run).value();
}

void merge(const RunRecord& run, RunRecord& job)
{
  job.name = run.name;
  job.argv = run.argv;
  job.cwd = run.cwd;
  job.host = run.host;
  job.started.wall_ns = run.started.wall_ns;
  job.supervisor_pid = run.supervisor_pid;
  job.usage = run.usage;
  job.memory = run.memory;
  job.notes.insert(job.notes.end(), run.notes.begin(), run.notes.end());
  job.notes.push_back("gpualert run " + run.id + " ended with the job; this is its report");
}

void mark_told(const RunRecord& run, const Owner& owner)
{
  const Result<ActAs> acting = ActAs::begin(owner);
  if (acting) {
    (void)cli::note_reported(run.path, {});  // without it another report may come: no loss
  }
}

std::optional<jobs::JobMark> owners_mark(const Owner& owner, const std::string& run_id,
                                         std::chrono::milliseconds patience)
{
  const std::string state_dir = state_dir_of(owner);
  const Result<ActAs> acting = ActAs::begin(owner);
  struct stat info {};
  if (state_dir.empty() || !acting || ::stat(state_dir.c_str(), &info) != 0) {
    return std::nullopt;
  }
  Result<jobs::JobMark> mark = jobs::JobMark::take(state_dir, run_id, patience);
  return mark ? std::optional(std::move(mark).value()) : std::nullopt;
}

}  // namespace gpualert::mailprog
