#include "cli/enclosures.hpp"

#include <gpualert/report.hpp>

#include <algorithm>
#include <utility>

namespace gpualert::cli {

namespace {

// The report without attachments: text, HTML and pictures. Excerpts are bounded well below this.
constexpr std::uint64_t kBody = 1U << 20U;
// Files are dated by a clock that moves once a tick.
constexpr std::int64_t kCoarse = 20'000'000;

bool mails(const Config& config)
{
  return std::any_of(config.channels.begin(), config.channels.end(),
                     [](const ChannelSettings& channel) { return channel.type != "maildir"; });
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

std::vector<Attachment> enclosures(const RunRecord& record, const Verdict& verdict,
                                   const Config& config, std::vector<std::string>& problems)
{
  // A message in a Maildir stays where the files are: its list of them is enough.
  if (!mails(config) && config.attach.empty()) {
    return {};
  }
  FoundArtifacts found = find(record, verdict, config);
  problems.insert(problems.end(), found.problems.begin(), found.problems.end());
  AttachmentBudget budget;
  budget.bytes = config.budget;
  budget.body = kBody;
  const bool with_log = !verdict.success() && mails(config);
  return attach_within(with_log ? record.log.path : std::string(), record.log.base_offset,
                       record.log.bytes, found.files, budget, mask_secrets)
      .files;
}

}  // namespace gpualert::cli
