#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/finish.hpp"
#include "cli/pipeline.hpp"
#include "cli/say.hpp"
#include "cli/settings.hpp"

#include <gpualert/open_runs.hpp>
#include <gpualert/run_store.hpp>

#include <sys/wait.h>
#include <unistd.h>

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

}  // namespace

int finish_run_command(const std::string& run_dir, const std::string& wait_status, bool with_output)
{
  Result<RunRecord> read = read_run_record(run_dir);
  if (!read) {
    return kFailed;  // nothing to finish
  }
  RunRecord& record = *read;
  record.path = run_dir;
  const RunLine line = options_of_parent();
  const Environment environment = our_environment();
  Result<LoadedConfig> settings = settings_of(line, environment);
  Pipeline pipeline{settings ? settings->config : Config{}, environment, config_file(line)};
  const Finished finished =
      finish_run(record,
                 {ending_of(wait_status), now(),
                  "gpualert's logger was lost; this record was completed after it", with_output},
                 pipeline);
  (void)unmark_open(record);
  for (const std::string& text : finished.closing.lines) {
    say(text);
  }
  return finished.saved ? kDone : kFailed;
}

}  // namespace gpualert::cli
