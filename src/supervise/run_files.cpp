#include "supervise/run_files.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"
#include "record/identity.hpp"
#include "record/run_directory.hpp"

#include <gpualert/open_runs.hpp>
#include <gpualert/version.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace gpualert::supervision {

namespace {

std::string working_directory()
{
  std::array<char, PATH_MAX> cwd{};
  return ::getcwd(cwd.data(), cwd.size()) == nullptr ? std::string() : std::string(cwd.data());
}

std::string last_component(const std::string& path)
{
  return path.substr(path.find_last_of('/') + 1);
}

// "train.py" of `python3 -u train.py`: the interpreter's name would tell nobody which run it was.
std::string program_name(const std::vector<std::string>& argv)
{
  std::string program = last_component(argv.front());
  const bool interpreter = program.starts_with("python") || program == "bash" || program == "sh" ||
                           program == "torchrun";
  for (std::size_t i = 1; interpreter && i < argv.size(); ++i) {
    if (argv[i] == "-c" || argv[i] == "-m") {
      return program;
    }
    if (!argv[i].starts_with('-')) {
      return last_component(argv[i]);
    }
  }
  return program;
}

std::string run_name(const SupervisorOptions& options, const RunRecord& record)
{
  if (!options.name.empty()) {
    return options.name;
  }
  if (!record.scheduler.job_name.empty()) {
    return record.scheduler.job_name;
  }
  return program_name(record.argv);
}

template <std::size_t N>
void copy_text(const std::string& from, std::array<char, N>& to) noexcept
{
  if (from.size() < N) {  // one that does not fit is not told at all
    std::memcpy(to.data(), from.data(), from.size());
  }
}

// On a full disk there is no room for a second file, but the first one's blocks may hold the new
// text: then a reader that looks this very moment may see half of each, and every later one the
// end.
void rewrite_in_place(const std::string& path, std::string_view text)
{
  const Fd fd{::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW)};
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0 ||
      text.size() > static_cast<std::size_t>(info.st_blocks) * 512) {
    return;
  }
  if (write_all(fd.get(), text, "rewrite " + path)) {
    (void)!::ftruncate(fd.get(), static_cast<off_t>(text.size()));
    ::fsync(fd.get());
  }
}

}  // namespace

void RunFiles::set_up(const std::vector<std::string>& argv, const SupervisorOptions& options,
                      pid_t supervisor)
{
  record_.started = now();
  record_.argv = argv;
  record_.cwd = working_directory();
  record_.host = host_name();
  record_.boot_id = boot_id();
  record_.user = user_name();
  record_.version = kVersion;
  record_.supervisor_pid = supervisor;
  record_.logger_pid = ::getpid();
  record_.scheduler = scheduler_identity(supervisor);
  if (const char* parent = std::getenv("GPUALERT_RUN_ID"); parent != nullptr) {
    record_.parent = parent;
  }
  record_.name = run_name(options, record_);
  record_.log.notes.clear();
  if (!make_run_directory(options.runs_dirs, record_)) {
    record_.log.notes.emplace_back("no run directory could be made: only the diagnosis is kept");
  }
  open_log(options);
  sync_start();
}

void RunFiles::open_log(const SupervisorOptions& options)
{
  const std::string own = record_.path.empty() ? std::string() : record_.path + "/output.log";
  if (!record_.path.empty()) {
    index_.create(record_.path + "/output.idx");
  }
  if (!options.log_file.empty()) {
    const Status opened = log_.open_existing(options.log_file);
    if (opened) {
      if (!own.empty() && ::symlink(options.log_file.c_str(), own.c_str()) != 0) {
        record_.log.notes.push_back(last_os_error("link " + own).what);
      }
      return;
    }
    record_.log.notes.push_back(opened.error().what);
  }
  if (own.empty()) {
    return;
  }
  if (const Status created = log_.create(own); !created) {
    record_.log.notes.push_back(created.error().what);
  } else if (!options.log_file.empty()) {
    record_.log.notes.push_back("the log is " + own + " instead");
  }
}

// The order is the promise: log, record and their names are on disk before the job exists.
void RunFiles::sync_start()
{
  Status synced = log_.sync();
  record_.log.synced = static_cast<bool>(synced) && log_.fd() >= 0;
  save(true);
  if (!record_.path.empty()) {
    const Status dir = sync_dir(record_.path);
    record_.log.synced = record_.log.synced && dir;
    synced = synced ? dir : synced;
  }
  if (!synced) {
    record_.log.notes.push_back(synced.error().what);
  }
}

ReadyText RunFiles::ready_text() const noexcept
{
  ReadyText text;
  copy_text(record_.id, text.id);
  copy_text(record_.path, text.path);
  return text;
}

void RunFiles::mark_open(const std::map<std::string, std::string>& settings)
{
  if (marked_ || record_.path.empty()) {
    return;
  }
  marked_ = static_cast<bool>(gpualert::mark_open(record_, settings, true));
}

bool RunFiles::unmark_open()
{
  return !record_.path.empty() && gpualert::unmark_open(record_);
}

void RunFiles::save(bool synced)
{
  if (record_.path.empty()) {
    return;
  }
  std::vector<std::string> notes = record_.log.notes;
  const bool was_synced = record_.log.synced;
  record_.log = log_.state();
  record_.log.notes = std::move(notes);
  record_.log.synced = was_synced;
  const std::string file = record_.path + "/run.json";
  const std::string text = to_json(record_);
  const Status saved = write_file_atomic(file, text, synced ? Sync::yes : Sync::no);
  if (!saved && (saved.error().code == ENOSPC || saved.error().code == EDQUOT)) {
    rewrite_in_place(file, text);
  }
}

}  // namespace gpualert::supervision
