#include "cli/told_job.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace gpualert::cli {

ToldJob::ToldJob(const std::vector<Addressed>& reports, const RunRecord& record,
                 const std::string& state_dir)
    : ended_ns_(record.ended ? record.ended->wall_ns : 0)
{
  constexpr std::chrono::seconds kPatience{5};
  if (reports.empty() || reports.front().job.empty()) {
    return;
  }
  if (Result<jobs::JobMark> mark = jobs::JobMark::take(state_dir, reports.front().job, kPatience)) {
    mark_ = std::move(mark).value();
  }
}

std::vector<Addressed> ToldJob::untold(const std::vector<Addressed>& reports) const
{
  std::vector<Addressed> left;
  std::copy_if(
      reports.begin(), reports.end(), std::back_inserter(left), [&](const Addressed& report) {
        return !mark_ || !report.is_mail || !mark_->untold(report.message.to, ended_ns_).empty();
      });
  return left;
}

void ToldJob::tell(const std::vector<Addressed>& reports)
{
  for (const Addressed& report : reports) {
    if (mark_ && report.is_mail) {
      (void)mark_->tell(report.message.to, ended_ns_);  // without it another may come: no loss
    }
  }
}

}  // namespace gpualert::cli
