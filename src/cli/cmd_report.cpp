#include "cli/commands.hpp"

#include "base/file.hpp"
#include "cli/environment.hpp"
#include "cli/find_run.hpp"
#include "cli/mailer.hpp"
#include "cli/say.hpp"

#include <gpualert/report.hpp>
#include <gpualert/run_store.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLargestVerdict = 4U << 20U;
constexpr std::size_t kLargestReport = 64U << 20U;

Result<Verdict> verdict_of(const std::string& dir, const std::string& run)
{
  const Result<std::string> text = read_file(dir + "/verdict.json", kLargestVerdict);
  if (!text) {
    return text.error().code == ENOENT
               ? Error{fmt::format("{} has no verdict: the run is not over, or was cut off", run)}
               : text.error();
  }
  return parse_verdict(text.value());
}

// A file that cannot be read was told when the run began.
Config settings_now()
{
  Result<LoadedConfig> settings = load_config({}, our_environment());
  return settings ? std::move(settings.value().config) : Config{};
}

// As it was sent; composed now when it was not.
Result<std::string> mail(const std::string& dir, const RunRecord& record, const Verdict& verdict)
{
  Result<std::string> sent = read_file(dir + "/report.eml", kLargestReport);
  if (sent || sent.error().code != ENOENT) {
    return sent;
  }
  return compose_all(record, verdict, settings_now()).front().message.eml;
}

Result<std::string> report_of(const ReportCommandOptions& options)
{
  const Result<std::string> dir = find_run(options.run);
  if (!dir) {
    return dir.error();
  }
  const Result<RunRecord> record = read_run_record(dir.value());
  if (!record) {
    return record.error();
  }
  const Result<Verdict> verdict = verdict_of(dir.value(), options.run);
  if (!verdict) {
    return verdict.error();
  }
  if (options.eml) {
    return mail(dir.value(), record.value(), verdict.value());
  }
  if (options.json) {
    return fmt::format("{{\"run\": {},\n\"verdict\": {}}}\n", to_json(record.value()),
                       to_json(verdict.value()));
  }
  ReportOptions shown;
  shown.redaction = settings_now().redaction;
  ReportView view = view_report(record.value(), verdict.value(), shown);
  return std::move(options.html ? view.html : view.text);
}

}  // namespace

int report_command(const ReportCommandOptions& options)
{
  const Result<std::string> text = report_of(options);
  if (!text) {
    say(text.error().what);
    return kFailed;
  }
  return write_all(STDOUT_FILENO, text.value(), "write") ? kDone : kFailed;
}

}  // namespace gpualert::cli
