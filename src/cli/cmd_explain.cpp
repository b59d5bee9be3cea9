#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/explain_text.hpp"
#include "cli/find_run.hpp"
#include "cli/say.hpp"

#include <gpualert/verdict.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLargestVerdict = 4U << 20U;

bool is_output(const std::string& name)
{
  struct stat info {};
  return name == "-" || (::stat(name.c_str(), &info) == 0 && !S_ISDIR(info.st_mode));
}

Result<std::string> verdict_text(const std::string& run)
{
  const Result<std::string> dir = find_run(run);
  if (!dir) {
    return dir.error();
  }
  Result<std::string> text = read_file(dir.value() + "/verdict.json", kLargestVerdict);
  if (!text && text.error().code == ENOENT) {
    return Error{fmt::format("{} has no verdict: the run is not over, or was cut off", run)};
  }
  return text;
}

}  // namespace

int explain_command(const ClassifyOptions& options)
{
  if (is_output(options.file)) {
    return classify_command(options);
  }
  if (!options.exit_code.empty() || !options.signal.empty()) {
    return usage_error("--exit-code and --signal are for a file; how a run ended is known",
                       "gpualert help explain");
  }
  const Result<std::string> text = verdict_text(options.file);
  if (!text) {
    say(text.error().what);
    return kFailed;
  }
  const Result<Verdict> verdict = parse_verdict(text.value());
  if (!verdict) {
    say(fmt::format("{}: {}", options.file, verdict.error().what));
    return kFailed;
  }
  const std::string out = options.json ? to_json(verdict.value()) : explain(verdict.value());
  return write_all(STDOUT_FILENO, out, "write") ? kDone : kFailed;
}

}  // namespace gpualert::cli
