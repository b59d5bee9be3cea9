#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/find_run.hpp"
#include "cli/log_view.hpp"
#include "cli/say.hpp"

#include <gpualert/run_store.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

namespace gpualert::cli {

namespace {

using namespace std::chrono_literals;

// Longer than the logger keeps index records to itself.
constexpr auto kIndexDelay = 1500ms;
constexpr auto kPollInterval = 200ms;

Result<std::string> chosen_run(const LogsOptions& options)
{
  if (!options.run.empty()) {
    return find_run(options.run);
  }
  const Result<RunStore> store = our_runs();
  if (!store) {
    return store.error();
  }
  const std::vector<std::string> runs = store.value().newest(options.last);
  if (runs.size() < options.last) {
    return Error{fmt::format("there are {} runs in {}",
                             runs.empty() ? "no" : std::to_string(runs.size()),
                             fmt::join(store.value().directories(), ", "))};
  }
  return runs.back();
}

// Prints up to `end`; false when stdout takes no more.
bool print_to(LogView& view, std::uint64_t end)
{
  std::string out;
  for (;;) {
    const Result<bool> more = view.read(end, out);
    if (!more) {
      say(more.error().what);
      return false;
    }
    if (const Status status = write_all(STDOUT_FILENO, out, "write"); !status) {
      say(status.error().what);
      return false;
    }
    if (!more.value()) {
      return true;
    }
    out.clear();
  }
}

std::uint64_t end_of(const RunRecord& record, const LogView& view)
{
  // After --log FILE another run may have appended to the same file.
  return record.ended ? record.log.base_offset + record.log.bytes : view.size();
}

// A logger that is gone without having closed the record will not do so any more.
bool logger_lives(const RunRecord& record)
{
  return record.logger_pid <= 0 || ::kill(record.logger_pid, 0) == 0 || errno != ESRCH;
}

bool follow(const std::string& dir, RunRecord record, LogView& view, bool needs_index)
{
  std::uint64_t seen = 0;
  auto grown = std::chrono::steady_clock::now();
  for (;;) {
    const bool over = record.ended || !logger_lives(record);
    const std::uint64_t end = end_of(record, view);
    const auto now = std::chrono::steady_clock::now();
    if (end != seen) {
      seen = end;
      grown = now;
    }
    view.reload_index();
    const bool settled = over || now - grown > kIndexDelay;
    view.hold_last(settled);
    if (!print_to(view, needs_index && !settled ? std::min(end, view.indexed()) : end)) {
      return false;
    }
    if (over) {
      return true;
    }
    std::this_thread::sleep_for(kPollInterval);
    if (Result<RunRecord> fresh = read_run_record(dir)) {
      record = std::move(fresh).value();
    }
  }
}

}  // namespace

int logs_command(const LogsOptions& options)
{
  const Result<std::string> dir = chosen_run(options);
  if (!dir) {
    say(dir.error().what);
    return kFailed;
  }
  const Result<RunRecord> record = read_run_record(dir.value());
  if (!record) {
    say(record.error().what);
    return kFailed;
  }
  if (options.path) {
    const std::string& path = record.value().log.path;
    if (path.empty()) {
      say("the log of this run was kept in memory only");
      return kFailed;
    }
    return write_all(STDOUT_FILENO, path + "\n", "write") ? kDone : kFailed;
  }
  const bool both = options.out == options.err;
  Result<LogView> view = LogView::open(
      record.value(), dir.value(), {both || options.out, both || options.err, options.timestamps});
  if (!view) {
    say(view.error().what);
    return kFailed;
  }
  if (options.follow) {
    const bool done = follow(dir.value(), record.value(), *view, options.timestamps || !both);
    return done ? kDone : kFailed;
  }
  view->hold_last(record.value().ended.has_value());
  return print_to(*view, end_of(record.value(), *view)) ? kDone : kFailed;
}

}  // namespace gpualert::cli
