#include "cli/mailer.hpp"

#include "base/file.hpp"
#include "cli/provisional.hpp"
#include "cli/reported.hpp"
#include "cli/told_job.hpp"

#include <gpualert/outbox.hpp>
#include <gpualert/report_facts.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

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
                             ReportOptions options)
{
  options.from = channel.from.empty() ? config.from : channel.from;
  options.to = recipients(channel.to.empty() ? config.to : channel.to);
  options.redaction = config.redaction;
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

Result<PreparedEntry> prepare(const Addressed& report, const std::string& run_id, Outbox& outbox,
                              std::int64_t not_before_ns = 0)
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
  envelope.next_try_ns = not_before_ns;
  return outbox.prepare(envelope, report.message.eml, report.message.smaller);
}

// Whether this state directory is the one: reports are in its outbox, or need not be.
bool enqueue_in(const std::vector<Addressed>& all, const RunRecord& record,
                const std::string& state_dir, Queued& queued)
{
  if (const Status own = make_own_dir(state_dir); !own) {
    queued.problems.push_back(own.error().what);
    return false;
  }
  ToldJob told{all, record, state_dir};
  const std::vector<Addressed> reports = told.untold(all);
  queued.told = reports.empty();
  if (queued.told) {
    return true;
  }
  Result<std::vector<PreparedEntry>> prepared =
      prepare_all(reports, record, state_dir, 0, queued.problems);
  if (!prepared) {
    queued.problems.push_back(prepared.error().what);
    return false;
  }
  std::vector<PreparedEntry>& entries = prepared.value();
  // A report of a run that goes on is none of its end.
  if (record.ended && !record.path.empty() && !entries.empty()) {
    (void)note_reported(record.path, entries);  // matters only if we are killed now
  }
  const std::size_t published = record.ended
                                    ? publish_final(std::move(entries), record, queued.problems)
                                    : publish_all(entries, queued.problems);
  if (published > 0) {
    queued.state_dir = state_dir;
    told.tell(reports);
  }
  return published > 0;
}

std::vector<Addressed> compose(const RunRecord& record, const Verdict& verdict,
                               const Config& config, ReportOptions options,
                               const Enclosures& enclosures)
{
  if (options.job.empty() && !options.interim) {
    options.job = job_of_dead_run(record);
  }
  const std::map<std::string, std::string> facts = report_facts(record, verdict, config.redaction);
  std::vector<ChannelSettings> channels = config.channels;
  if (channels.empty()) {
    channels.emplace_back().name = kDefaultChannel;
  }
  std::vector<Addressed> reports;
  reports.reserve(channels.size());
  for (const ChannelSettings& channel : channels) {
    ReportOptions own = report_options(config, channel, options);
    enclosures.add_to(own, channel, config);
    reports.push_back({channel.name, compose_report(record, verdict, own), facts,
                       channel.type != "webhook", options.job});
  }
  return reports;
}

}  // namespace

Result<std::vector<PreparedEntry>> prepare_all(const std::vector<Addressed>& reports,
                                               const RunRecord& record,
                                               const std::string& state_dir,
                                               std::int64_t not_before_ns,
                                               std::vector<std::string>& problems)
{
  if (const Status own = make_own_dir(state_dir); !own) {
    return own.error();
  }
  Outbox outbox{state_dir + "/outbox"};
  std::vector<PreparedEntry> prepared;
  for (const Addressed& report : reports) {
    Result<PreparedEntry> entry = prepare(report, record.id, outbox, not_before_ns);
    if (entry) {
      prepared.push_back(std::move(entry).value());
    } else {
      problems.push_back(entry.error().what);
    }
  }
  return prepared;
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

std::vector<Addressed> compose_all(const RunRecord& record, const Verdict& verdict,
                                   const Config& config, const Enclosures& enclosures, int log_fd,
                                   const std::string& job)
{
  ReportOptions options;
  options.job = job;
  options.log_fd = log_fd;
  return compose(record, verdict, config, options, enclosures);
}

std::vector<Addressed> compose_interim(const RunRecord& record, const Verdict& verdict,
                                       const Config& config, const Interim& interim)
{
  ReportOptions options;
  options.interim = interim;
  std::vector<Addressed> reports = compose(record, verdict, config, options, {});
  for (Addressed& report : reports) {
    if (!report.facts.empty()) {
      report.facts["status"] = interim.status;
      report.facts["cause"] = interim.news;
    }
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

Queued enqueue_all(const std::vector<Addressed>& reports, const RunRecord& record,
                   const std::vector<std::string>& state_dirs)
{
  Queued queued;
  for (const std::string& dir : state_dirs) {
    if (enqueue_in(reports, record, dir, queued)) {
      break;
    }
  }
  return queued;
}

}  // namespace gpualert::cli
