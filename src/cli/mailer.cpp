#include "cli/mailer.hpp"

#include "base/file.hpp"
#include "cli/reported.hpp"

#include <gpualert/outbox.hpp>
#include <gpualert/report_facts.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

namespace gpualert::cli {

namespace {

constexpr const char* kDefaultChannel = "maildir";

std::vector<std::string> recipients(const std::string& list)
{
  // Checked when the run began; what was refused then was told then.
  Result<std::vector<std::string>> parsed = parse_recipients(list);
  return parsed ? std::move(parsed).value() : std::vector<std::string>{};
}

ReportOptions report_options(const Config& config, const ChannelSettings& channel,
                             const std::vector<Attachment>& attachments, int log_fd)
{
  ReportOptions options;
  options.log_fd = log_fd;
  options.from = channel.from.empty() ? config.from : channel.from;
  options.to = recipients(channel.to.empty() ? config.to : channel.to);
  options.attachments = attachments;
  return options;
}

// A state directory that we made, or one that is ours: below /tmp anyone can plant another.
Status make_own_dir(const std::string& dir)
{
  if (Status made = make_dirs(dir); !made) {
    return made;
  }
  struct stat info {};
  if (::stat(dir.c_str(), &info) != 0) {
    return last_os_error("stat " + dir);
  }
  if (info.st_uid != ::geteuid()) {
    return Error{"use " + dir + ": it belongs to another user"};
  }
  return ok();
}

Result<PreparedEntry> prepare(const Addressed& report, const std::string& run_id, Outbox& outbox)
{
  Envelope envelope;
  envelope.run = run_id;
  envelope.channel = report.channel;
  envelope.message_id = report.message.id;
  envelope.from = report.message.from;
  envelope.to = report.message.to;
  envelope.subject = report.message.subject;
  envelope.facts = report.facts;
  envelope.queued_ns = now().wall_ns;
  return outbox.prepare(envelope, report.message.eml, report.message.minimal);
}

// Whether at least one report is in the outbox now; says of each of the others why it is not.
bool enqueue_in(const std::vector<Addressed>& reports, const RunRecord& record,
                const std::string& state_dir, std::vector<std::string>& problems)
{
  if (const Status own = make_own_dir(state_dir); !own) {
    problems.push_back(own.error().what);
    return false;
  }
  Outbox outbox{state_dir + "/outbox"};
  std::vector<PreparedEntry> prepared;
  for (const Addressed& report : reports) {
    Result<PreparedEntry> entry = prepare(report, record.id, outbox);
    if (entry) {
      prepared.push_back(std::move(entry).value());
    } else {
      problems.push_back(entry.error().what);
    }
  }
  if (!record.path.empty() && !prepared.empty()) {
    (void)note_reported(record.path, prepared);  // matters only if we are killed now
  }
  return publish_all(prepared, problems) > 0;
}

}  // namespace

std::vector<Addressed> compose_all(const RunRecord& record, const Verdict& verdict,
                                   const Config& config, const std::vector<Attachment>& attachments,
                                   int log_fd)
{
  const std::map<std::string, std::string> facts = report_facts(record, verdict);
  std::vector<Addressed> reports;
  for (const ChannelSettings& channel : config.channels) {
    reports.push_back(
        {channel.name,
         compose_report(record, verdict, report_options(config, channel, attachments, log_fd)),
         facts});
  }
  if (reports.empty()) {
    reports.push_back(
        {kDefaultChannel,
         compose_report(record, verdict, report_options(config, {}, attachments, log_fd)), facts});
  }
  return reports;
}

std::vector<std::string> dry_run_words(const std::vector<Addressed>& reports,
                                       const std::string& run_dir)
{
  std::vector<std::string> words;
  words.reserve(reports.size() + 1);
  for (const Addressed& report : reports) {
    words.push_back(fmt::format("dry run: \"{}\" would go to {} by {}", report.message.subject,
                                fmt::join(report.message.to, ", "), report.channel));
  }
  words.push_back(run_dir.empty() ? "dry run: there is no run directory to keep it in"
                                  : "dry run: it is in " + run_dir + "/report.eml");
  return words;
}

std::size_t publish_all(const std::vector<PreparedEntry>& entries,
                        std::vector<std::string>& problems)
{
  std::size_t published = 0;
  for (const PreparedEntry& entry : entries) {
    if (const Status status = Outbox::publish(entry); status) {
      ++published;
    } else {
      problems.push_back(status.error().what);
    }
  }
  return published;
}

Queued enqueue_all(const std::vector<Addressed>& reports, const RunRecord& record,
                   const std::vector<std::string>& state_dirs)
{
  Queued queued;
  for (const std::string& dir : state_dirs) {
    if (enqueue_in(reports, record, dir, queued.problems)) {
      queued.state_dir = dir;
      break;
    }
  }
  return queued;
}

}  // namespace gpualert::cli
