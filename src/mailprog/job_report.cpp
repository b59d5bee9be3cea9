#include "mailprog/job_report.hpp"

#include "cli/enclosures.hpp"
#include "mailprog/job_record.hpp"
#include "mailprog/once.hpp"
#include "mailprog/supervised.hpp"
#include "mailprog/text_fields.hpp"

#include <gpualert/artifacts.hpp>
#include <gpualert/report_facts.hpp>

#include <algorithm>
#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr std::uint64_t kWhole = 512U << 20U;
constexpr std::uint64_t kEnd = 8U << 20U;
constexpr std::uint64_t kLastWords = 64U << 10U;

// What is there and may be read.
struct Files {
  OutputFile output, errors;
};

OutputFile opened(const std::string& path, const Owner& owner, RunRecord& record)
{
  if (path.empty()) {
    return {};
  }
  Result<OutputFile> file = open_output(path, owner);
  if (!file) {
    record.notes.push_back("the output was not read: " + file.error().what);
    return {};
  }
  return std::move(file).value();
}

Files files_of(const Event& event, RunRecord& record)
{
  const std::optional<Owner> owner = owner_of(event);
  if (!owner) {
    record.notes.emplace_back(
        "the output was not read: the scheduler does not say whose job it is");
    return {};
  }
  Files files;
  files.errors = opened(error_path(event), *owner, record);
  files.output = opened(output_path(event), *owner, record);
  return files;
}

Files files_of(const Event& event, const std::string& body, Output output, RunRecord& record)
{
  if (output == Output::left_alone) {
    record.notes.emplace_back("the output was not read: an earlier try did not end");
    return {};
  }
  if (event.scheduler == "slurm") {
    return files_of(event, record);
  }
  Result<OutputFile> mailed = output_of_text(body);
  return mailed ? Files{std::move(mailed).value(), {}} : Files{};
}

std::vector<std::string> ends_of(const Files& files)
{
  std::vector<std::string> ends;
  for (const OutputFile* file : {&files.errors, &files.output}) {
    if (file->fd) {
      ends.push_back(tail(*file, kLastWords));
    }
  }
  return ends;
}

jobs::JobOutput to_read(OutputFile&& file)
{
  return {file.fd ? std::move(file.path) : std::string(), std::move(file.fd)};
}

// The log of `gpualert run` that died with the job, where we may see its record: it has all that
// the job printed, even where the script sent it elsewhere. Gives what that says, if it says why.
std::optional<jobs::JobReport> judge_log(const Event& event, Diagnosis& diagnosis, const Site& site)
{
  const std::optional<Owner> owner = owner_of(event);
  diagnosis.run = owner ? untold_run(event, *owner) : std::nullopt;
  if (!diagnosis.run) {
    return std::nullopt;
  }
  merge(*diagnosis.run, diagnosis.report.record);
  Result<OutputFile> log = open_output(diagnosis.run->log.path, *owner);
  if (!log) {
    return std::nullopt;
  }
  jobs::JobReport report = jobs::judge_job(diagnosis.report.record, to_read(std::move(log).value()),
                                           {}, site.rules, kWhole);
  return jobs::names_a_line(report.verdict) ? std::optional(std::move(report)) : std::nullopt;
}

std::uint64_t largest_budget(const Config& config)
{
  std::uint64_t largest = config.channels.empty() ? config.budget : 0;
  for (const ChannelSettings& channel : config.channels) {
    largest = std::max(largest, budget_of(channel, config));
  }
  return largest;
}

AttachmentBudget budget_for(const jobs::JobReport& report, std::uint64_t bytes, std::uint64_t body)
{
  AttachmentBudget budget;
  budget.bytes = bytes;
  budget.body = body;
  budget.log_fd = report.log.get();
  return budget;
}

// The output, packed for the largest message.
std::vector<Attachment> enclosures(const jobs::JobReport& report, const Site& site)
{
  if (!report.log || report.record.log.path.empty()) {
    return {};
  }
  const LogState& log = report.record.log;
  const std::uint64_t most = largest_budget(site.config);
  return attach_within(log.path, log.base_offset, log.bytes, {},
                       budget_for(report, most, cli::room_for_body(most)),
                       secret_gate(site.config.redaction))
      .files;
}

// Puts as much of it into the options of a report as their budget takes.
void enclose(const jobs::JobReport& report, const std::vector<Attachment>& whole,
             ReportOptions& options)
{
  options.log_fd = report.log.get();
  if (whole.empty()) {
    return;
  }
  options.fewer = [&report, &whole, gate = secret_gate(options.redaction)](
                      std::uint64_t bytes, std::uint64_t body, const std::string& why) {
    const LogState& log = report.record.log;
    return attach_less(whole, log.path, log.base_offset, budget_for(report, bytes, body), gate, why)
        .files;
  };
  options.attachments = options.fewer(options.budget, cli::room_for_body(options.budget), "");
}

}  // namespace

Diagnosis diagnose_job(const Event& event, std::int64_t received_ns, const std::string& body,
                       Output output, const Site& site)
{
  Diagnosis diagnosis;
  diagnosis.report.record = record_of(event, received_ns);
  Files files = files_of(event, body, output, diagnosis.report.record);
  diagnosis.ends = ends_of(files);
  if (output == Output::read) {
    if (std::optional<jobs::JobReport> by_log = judge_log(event, diagnosis, site)) {
      diagnosis.report = std::move(*by_log);
      return diagnosis;
    }
  }
  diagnosis.report = jobs::judge_job(
      std::move(diagnosis.report.record), to_read(std::move(files.output)),
      to_read(std::move(files.errors)), site.rules, output == Output::end ? kEnd : kWhole);
  return diagnosis;
}

std::vector<std::string> ends_of_output(const Event& event)
{
  RunRecord unused;
  return ends_of(files_of(event, unused));
}

Status report_job(const Mail& mail, const Call& call, const std::vector<std::string>& to,
                  Output output, const Site& site)
{
  const std::string body = call.argv.size() > 1 && call.argv[1] == "-s"
                               ? call.body
                               : std::string(split_message(call.body).body);
  const Diagnosis diagnosis = diagnose_job(mail.event, call.received_ns, body, output, site);
  const jobs::JobReport& report = diagnosis.report;
  Once once{mail.event, report.record, site};
  Post letter;
  letter.id = report.record.id;
  letter.to = once.untold(diagnosis.ends, to);
  if (letter.to.empty()) {
    return ok();
  }
  const std::vector<Attachment> attachments = enclosures(report, site);
  letter.from = mail.from;
  letter.facts = report_facts(report.record, report.verdict, site.config.redaction);
  letter.compose = [&](const ReportOptions& given) {
    ReportOptions options = given;
    options.job = shared_id(mail.event);
    enclose(report, attachments, options);
    return compose_report(report.record, report.verdict, options);
  };
  Status posted = post(site, letter);
  if (posted) {
    once.tell(letter.to);
    if (diagnosis.run) {
      mark_told(*diagnosis.run, *owner_of(mail.event));
    }
  }
  return posted;
}

}  // namespace gpualert::mailprog
