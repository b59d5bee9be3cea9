#include "mailprog/job_report.hpp"

#include "cli/enclosures.hpp"
#include "mailprog/job_record.hpp"
#include "mailprog/supervised.hpp"
#include "mailprog/text_fields.hpp"
#include "mailprog/wrapper.hpp"

#include <gpualert/artifacts.hpp>
#include <gpualert/report_facts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr std::uint64_t kBody = 1U << 20U;  // of the report without attachments
constexpr std::uint64_t kWhole = 512U << 20U;
constexpr std::uint64_t kEnd = 8U << 20U;
constexpr std::uint64_t kLastWords = 64U << 10U;

Verdict verdict_of(const OutputFile* file, const RunRecord& record, const Site& site)
{
  return diagnose(file != nullptr ? scan(*file, site.rules) : Findings{}, process_end(record));
}

// The files that are there, standard error first: the traceback is in it.
std::vector<OutputFile> files_of(const Event& event, std::uint64_t most, RunRecord& record)
{
  std::vector<OutputFile> files;
  const std::optional<Owner> owner = owner_of(event);
  const std::vector<std::string> paths{error_path(event), output_path(event)};
  if (!owner) {
    record.notes.emplace_back(
        "the output was not read: the scheduler does not say whose job it is");
    return files;
  }
  for (const std::string& path : paths) {
    if (path.empty()) {
      continue;
    }
    if (Result<OutputFile> file = open_output(path, *owner, most)) {
      files.push_back(std::move(file).value());
    } else {
      record.notes.push_back("the output was not read: " + file.error().what);
    }
  }
  return files;
}

std::vector<std::string> ends_of(const std::vector<OutputFile>& files)
{
  std::vector<std::string> ends;
  ends.reserve(files.size());
  for (const OutputFile& file : files) {
    ends.push_back(tail(file, kLastWords));
  }
  return ends;
}

void take_log(const OutputFile& file, RunRecord& record)
{
  record.log.path = file.path;
  record.log.base_offset = file.begin;
  record.log.bytes = file.size;
  if (file.begin > 0) {
    record.notes.push_back(
        fmt::format("only the last {} MiB of the output were read", file.size >> 20U));
  }
}

// Decided by the first file that says something, else by the last one, standard output.
void decide(std::vector<OutputFile> files, Diagnosis& diagnosis, const Site& site)
{
  for (OutputFile& file : files) {
    diagnosis.verdict = verdict_of(&file, diagnosis.record, site);
    const bool last = &file == &files.back();
    if (!diagnosis.verdict.rule.empty() || last) {
      take_log(file, diagnosis.record);
      diagnosis.file = std::move(file);
      return;
    }
  }
  diagnosis.verdict = verdict_of(nullptr, diagnosis.record, site);
}

// Where `gpualert run` died with the job and we may see its record: what it knew, and its log,
// which has all that the job printed even where the script sent it elsewhere.
void take_run(const Event& event, Diagnosis& diagnosis, std::vector<OutputFile>& files)
{
  const std::optional<Owner> owner = owner_of(event);
  diagnosis.run = owner ? untold_run(event, *owner) : std::nullopt;
  if (!diagnosis.run) {
    return;
  }
  merge(*diagnosis.run, diagnosis.record);
  if (Result<OutputFile> log = open_output(diagnosis.run->log.path, *owner, kWhole)) {
    files.insert(files.begin(), std::move(log).value());
  }
}

std::uint64_t largest_budget(const Config& config)
{
  std::uint64_t largest = config.channels.empty() ? config.budget : 0;
  for (const ChannelSettings& channel : config.channels) {
    largest = std::max(largest, budget_of(channel, config));
  }
  return largest;
}

AttachmentBudget budget_for(const OutputFile& file, std::uint64_t bytes, std::uint64_t body)
{
  AttachmentBudget budget;
  budget.bytes = bytes;
  budget.body = body;
  budget.log_fd = file.fd.get();
  return budget;
}

// The output, packed for the largest message.
std::vector<Attachment> enclosures(const Diagnosis& diagnosis, const Site& site)
{
  if (!diagnosis.file || diagnosis.file->path.empty()) {
    return {};
  }
  const OutputFile& file = *diagnosis.file;
  const std::uint64_t most = largest_budget(site.config);
  return attach_within(file.path, file.begin, file.size, {},
                       budget_for(file, most, cli::room_for_body(most)),
                       secret_gate(site.config.redaction))
      .files;
}

// Puts as much of it into the options of a report as their budget takes.
void enclose(const Diagnosis& diagnosis, const std::vector<Attachment>& whole,
             ReportOptions& options)
{
  options.log_fd = diagnosis.file ? diagnosis.file->fd.get() : -1;
  if (whole.empty()) {
    return;
  }
  options.fewer = [&diagnosis, &whole, gate = secret_gate(options.redaction)](
                      std::uint64_t bytes, std::uint64_t body, const std::string& why) {
    const OutputFile& file = *diagnosis.file;
    return attach_less(whole, file.path, file.begin, budget_for(file, bytes, body), gate, why)
        .files;
  };
  options.attachments = options.fewer(options.budget, cli::room_for_body(options.budget), "");
}

}  // namespace

Diagnosis diagnose_job(const Event& event, std::int64_t received_ns, const std::string& body,
                       Output output, const Site& site)
{
  Diagnosis diagnosis;
  diagnosis.record = record_of(event, received_ns);
  std::vector<OutputFile> files;
  if (output == Output::left_alone) {
    diagnosis.record.notes.emplace_back("the output was not read: an earlier try did not end");
  } else if (event.scheduler == "slurm") {
    files = files_of(event, output == Output::end ? kEnd : kWhole, diagnosis.record);
  } else if (Result<OutputFile> mailed = output_of_text(body)) {
    files.push_back(std::move(mailed).value());
  }
  diagnosis.ends = ends_of(files);
  if (output == Output::read) {
    take_run(event, diagnosis, files);
  }
  decide(std::move(files), diagnosis, site);
  return diagnosis;
}

std::vector<std::string> ends_of_output(const Event& event)
{
  RunRecord unused;
  return ends_of(files_of(event, kLastWords, unused));
}

std::vector<std::string> untold(const Event& event, const std::vector<std::string>& ends,
                                const std::vector<std::string>& to)
{
  std::vector<std::string> left = to;
  for (const std::string& end : ends) {
    for (const std::string& told : told_by_wrapper(event, end, to)) {
      std::erase(left, told);
    }
  }
  return left;
}

Status report_job(const Mail& mail, const Call& call, const std::vector<std::string>& to,
                  Output output, const Site& site)
{
  const std::string body = call.argv.size() > 1 && call.argv[1] == "-s"
                               ? call.body
                               : std::string(split_message(call.body).body);
  const Diagnosis diagnosis = diagnose_job(mail.event, call.received_ns, body, output, site);
  const std::vector<std::string> left = untold(mail.event, diagnosis.ends, to);
  if (left.empty()) {
    journal(site, fmt::format("job {}: gpualert run has reported it", mail.event.job));
    return ok();
  }
  const std::vector<Attachment> attachments = enclosures(diagnosis, site);
  Post letter;
  letter.id = diagnosis.record.id;
  letter.to = left;
  letter.from = mail.from;
  letter.facts = report_facts(diagnosis.record, diagnosis.verdict, site.config.redaction);
  letter.compose = [&](const ReportOptions& given) {
    ReportOptions options = given;
    enclose(diagnosis, attachments, options);
    return compose_report(diagnosis.record, diagnosis.verdict, options);
  };
  Status posted = post(site, letter);
  if (posted && diagnosis.run) {
    mark_told(*diagnosis.run, *owner_of(mail.event));
  }
  return posted;
}

}  // namespace gpualert::mailprog
