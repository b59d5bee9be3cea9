#include "cli/commands.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/pipeline.hpp"
#include "cli/say.hpp"
#include "cli/settings.hpp"

#include <gpualert/run_store.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>

namespace gpualert::cli {

namespace {

// The run's own options (--no-notify above all): our parent is the `gpualert run` that broke.
RunLine options_of_parent()
{
  const Result<std::string> text =
      read_file("/proc/" + std::to_string(::getppid()) + "/cmdline", 16U << 20);
  if (!text) {
    return {};
  }
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.value().size(); at += words.back().size() + 1) {
    words.emplace_back(text.value().c_str() + at);
  }
  std::vector<char*> args;
  for (std::size_t i = 2; i < words.size(); ++i) {
    args.push_back(words[i].data());
  }
  Result<RunLine> line = parse_run_line(args);
  return line ? std::move(line).value() : RunLine{};
}

Ending ending_of(const std::string& wait_status)
{
  int status = -1;
  std::from_chars(wait_status.data(), wait_status.data() + wait_status.size(), status);
  if (status < 0) {
    return EndUnknown{"supervisor and logger lost"};
  }
  if (WIFSIGNALED(status)) {
    return Signalled{WTERMSIG(status), WCOREDUMP(status) != 0};
  }
  return Exited{WEXITSTATUS(status)};
}

// Gives the log to the observer and notes how long it is.
Status read_log(RunRecord& record, Pipeline& pipeline)
{
  const Fd log{::open(record.log.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)};
  if (!log) {
    return last_os_error("open " + record.log.path);
  }
  std::array<char, 65536> buffer;
  record.log.bytes = 0;
  for (;;) {
    const auto at = static_cast<off_t>(record.log.base_offset + record.log.bytes);
    const ssize_t n = ::pread(log.get(), buffer.data(), buffer.size(), at);
    if (n <= 0) {
      return n == 0 ? ok() : Status{last_os_error("read " + record.log.path)};
    }
    pipeline.bytes(Stream::unknown, {buffer.data(), static_cast<std::size_t>(n)});
    record.log.bytes += static_cast<std::uint64_t>(n);
  }
}

}  // namespace

int finish_run_command(const std::string& run_dir, const std::string& wait_status, bool with_output)
{
  Result<RunRecord> read = read_run_record(run_dir);
  if (!read) {
    return kFailed;  // nothing to finish
  }
  RunRecord& record = *read;
  const RunLine line = options_of_parent();
  const Environment environment = our_environment();
  Result<LoadedConfig> settings = settings_of(line, environment);
  Pipeline pipeline{settings ? settings->config : Config{}, environment, config_file(line)};
  if (record.ended && pipeline.resume(record)) {
    return kDone;  // all but the delivery was done
  }
  if (!with_output) {
    record.notes.emplace_back("the output could not be diagnosed (a bug of gpualert)");
  } else if (const Status log = read_log(record, pipeline); !log) {
    record.notes.push_back(log.error().what);
  }
  if (!record.ended) {
    record.ended = now();
    record.ending = ending_of(wait_status);
  }
  record.notes.emplace_back("gpualert's logger was lost; this record was completed after it");
  const Status saved = write_file_atomic(run_dir + "/run.json", to_json(record), Sync::yes);
  const Closing closing = pipeline.end(record);
  for (const std::string& text : closing.lines) {
    say(text);
  }
  return saved ? kDone : kFailed;
}

}  // namespace gpualert::cli
