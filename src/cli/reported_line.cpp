#include "cli/reported_line.hpp"

#include <gpualert/report_facts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::cli {

namespace {

bool mails(const std::string& channel, const Config& config)
{
  return std::any_of(config.channels.begin(), config.channels.end(), [&](const auto& settings) {
    return settings.name == channel && (settings.type == "smtp" || settings.type == "sendmail");
  });
}

}  // namespace

std::string reported_line(const std::vector<Addressed>& reports, const RunRecord& record,
                          const Verdict& verdict, const Config& config)
{
  std::vector<std::string> to;
  for (const Addressed& report : reports) {
    if (mails(report.channel, config)) {
      to.insert(to.end(), report.message.to.begin(), report.message.to.end());
    }
  }
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
  if (to.empty() || record.scheduler.job.empty()) {
    return {};
  }
  return fmt::format("{} reported to {} (run {})",
                     report_facts(record, verdict, config.redaction)["status"], fmt::join(to, ", "),
                     record.id);
}

}  // namespace gpualert::cli
