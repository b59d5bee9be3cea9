#include <gpualert/open_runs.hpp>

#include "base/file.hpp"
#include "base/process.hpp"
#include "record/runs_tree.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

namespace gpualert {

namespace {

constexpr std::string_view kOpenDir = "/.open";
constexpr std::size_t kLargestMark = 1U << 20;

// Up to the next NUL, which is taken away too.
std::string take_field(std::string_view& text)
{
  const std::size_t end = text.find('\0');
  std::string field{text.substr(0, end)};
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return field;
}

// "/DATE/GROUP/RUN": the runs may have been moved since.
std::string below_runs(const std::string& run_dir)
{
  std::size_t at = run_dir.size();
  for (int up = 0; up < 3 && at != std::string::npos && at > 0; ++up) {
    at = run_dir.rfind('/', at - 1);
  }
  return run_dir.substr(at == std::string::npos ? 0 : at);
}

}  // namespace

std::string open_runs_dir(std::string_view run_dir)
{
  for (int up = 0; up < 3; ++up) {
    const std::size_t slash = run_dir.rfind('/');
    run_dir = run_dir.substr(0, slash == std::string_view::npos ? 0 : slash);
  }
  return std::string(run_dir).append(kOpenDir);
}

// Short enough for a lease behind it; the time makes it unique beside host and pid.
std::string mark_name(const RunRecord& record)
{
  constexpr std::size_t kHostLimit = 40;
  std::string host = record.host.substr(0, kHostLimit);
  for (char& c : host) {
    c = c == '/' || c == '~' || c == '.' ? '_' : c;
  }
  return fmt::format("{}-{}-{}", record.started.wall_ns, host, record.supervisor_pid);
}

// A path or a value may hold anything but NUL.
std::string to_text(const OpenRun& run)
{
  std::string text = run.run_dir + '\0' + run.host + '\0' + std::to_string(run.supervisor_start) +
                     '\0' + run.pid_namespace + '\0';
  for (const auto& [key, value] : run.settings) {
    text.append(key).push_back('\0');
    text.append(value).push_back('\0');
  }
  return text;
}

Result<OpenRun> parse_open_run(std::string_view text)
{
  OpenRun run;
  run.run_dir = take_field(text);
  run.host = take_field(text);
  const std::string start = take_field(text);
  std::from_chars(start.data(), start.data() + start.size(), run.supervisor_start);
  run.pid_namespace = take_field(text);
  if (!run.run_dir.starts_with('/') || run.run_dir.find("/..") != std::string::npos) {
    return Error{"mark of an open run: no absolute path in it"};
  }
  while (!text.empty()) {
    std::string key = take_field(text);
    run.settings[std::move(key)] = take_field(text);
  }
  return run;
}

Status mark_open(const RunRecord& record, const std::map<std::string, std::string>& settings,
                 bool lives)
{
  const std::string dir = open_runs_dir(record.path);
  const std::string file = dir + "/" + mark_name(record);
  const std::string text =
      to_text(OpenRun{record.path, record.host, lives ? process_start(record.supervisor_pid) : 0,
                      lives ? pid_namespace() : std::string(), settings});
  Status status = ok();
  constexpr int kTries = 3;  // the directory may be removed by the end of another run
  for (int i = 0; i < kTries; ++i) {
    status = make_dirs(dir);
    status = status ? write_file_atomic(file, text, Sync::no) : status;
    if (status || status.error().code != ENOENT) {
      break;
    }
  }
  return status;
}

bool unmark_open(const RunRecord& record)
{
  const std::string dir = open_runs_dir(record.path);
  ::unlink((dir + "/" + mark_name(record)).c_str());
  return ::rmdir(dir.c_str()) != 0 && (errno == ENOTEMPTY || errno == EEXIST);
}

std::vector<std::string> open_marks(const std::string& dir)
{
  std::vector<std::string> marks = names_in(dir);
  // A dot before the lease: half of a mark, in the making or left by a killed process.
  std::erase_if(marks, [](const std::string& name) { return name.find('.') < name.find('~'); });
  return marks;
}

std::vector<std::string> runs_of_newest_days(const std::string& runs_dir, std::size_t days)
{
  std::vector<std::string> found;
  std::vector<std::string> names = names_in(runs_dir);
  names.resize(std::min(names.size(), days));
  for (const std::string& day : names) {
    for (std::string& run : runs_of_day(fmt::format("{}/{}", runs_dir, day))) {
      found.push_back(std::move(run));
    }
  }
  return found;
}

Result<OpenRun> read_open_run(const std::string& dir, const std::string& mark)
{
  const Result<std::string> text = read_file(dir + "/" + mark, kLargestMark);
  if (!text) {
    return text.error();
  }
  Result<OpenRun> run = parse_open_run(text.value());
  if (run) {
    run->run_dir = dir.substr(0, dir.size() - kOpenDir.size()) + below_runs(run->run_dir);
  }
  return run;
}

}  // namespace gpualert
