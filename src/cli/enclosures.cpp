#include "cli/enclosures.hpp"

#include <algorithm>
#include <optional>

namespace gpualert::cli {

namespace {

// The report without attachments: text, HTML and pictures. Excerpts are bounded well below this.
constexpr std::uint64_t kBody = 1U << 20U;
// Files are dated by a clock that moves once a tick.
constexpr std::int64_t kCoarse = 20'000'000;

bool mails(const ChannelSettings& channel)
{
  return channel.type == "smtp" || channel.type == "sendmail";
}

// Nothing: no channel mails.
std::optional<std::uint64_t> largest_mail(const Config& config)
{
  std::optional<std::uint64_t> largest;
  for (const ChannelSettings& channel : config.channels) {
    if (mails(channel)) {
      largest = std::max(largest.value_or(0), budget_of(channel, config));
    }
  }
  return largest;
}

// There is one where nothing is configured.
std::uint64_t largest_maildir(const Config& config)
{
  std::uint64_t largest = config.channels.empty() ? config.budget : 0;
  for (const ChannelSettings& channel : config.channels) {
    largest = channel.type == "maildir" ? std::max(largest, budget_of(channel, config)) : largest;
  }
  return largest;
}

FoundArtifacts find(const RunRecord& record, const Verdict& verdict, const Config& config)
{
  ArtifactSearch search;
  search.directory = record.cwd;
  search.globs = config.attach;
  search.since_ns =
      config.attach_changed && !verdict.success() ? record.started.wall_ns - kCoarse : 0;
  if (search.globs.empty() && search.since_ns == 0) {
    return {};
  }
  FoundArtifacts found = find_artifacts_in_time(search);
  // The log goes by itself; what else we wrote is in the report.
  std::erase_if(found.files, [&](const Artifact& file) {
    return file.path == record.log.path ||
           (!record.path.empty() && file.path.starts_with(record.path + "/"));
  });
  return found;
}

}  // namespace

std::uint64_t room_for_body(std::uint64_t budget)
{
  return std::min(kBody, budget / 4);
}

Enclosures::Enclosures(const RunRecord& record, const Verdict& verdict, const Config& config,
                       std::vector<std::string>& problems)
    : log_path_(record.log.path),
      log_offset_(record.log.base_offset),
      only_changed_(config.attach.empty()),
      gate_(secret_gate(config.redaction))
{
  const std::optional<std::uint64_t> largest = largest_mail(config);
  if (!largest && only_changed_) {
    return;  // in a Maildir the list of the files would be all
  }
  FoundArtifacts found = find(record, verdict, config);
  problems.insert(problems.end(), found.problems.begin(), found.problems.end());
  AttachmentBudget budget;
  budget.bytes = std::max(largest.value_or(0), largest_maildir(config));
  budget.body = room_for_body(budget.bytes);
  const bool with_log = !verdict.success() && largest;
  whole_ = attach_within(with_log ? log_path_ : std::string(), log_offset_, record.log.bytes,
                         found.files, budget, gate_)
               .files;
}

void Enclosures::add_to(ReportOptions& options, const ChannelSettings& channel,
                        const Config& config) const
{
  if (whole_.empty() || channel.type == "webhook" || (!mails(channel) && only_changed_)) {
    return;
  }
  options.budget = budget_of(channel, config);
  options.attachments = fewer(options.budget, room_for_body(options.budget), "");
  if (!mails(channel)) {
    std::erase_if(options.attachments,
                  [&](const Attachment& file) { return file.path == log_path_; });
    return;
  }
  options.fewer = [this](std::uint64_t bytes, std::uint64_t body, const std::string& why) {
    return fewer(bytes, body, why);
  };
}

std::vector<Attachment> Enclosures::fewer(std::uint64_t bytes, std::uint64_t body,
                                          const std::string& why) const
{
  AttachmentBudget budget;
  budget.bytes = bytes;
  budget.body = body;
  return attach_less(whole_, log_path_, log_offset_, budget, gate_, why).files;
}

}  // namespace gpualert::cli
