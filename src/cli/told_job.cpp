#include "cli/told_job.hpp"

#include "job/job_record.hpp"

#include <gpualert/run_store.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <utility>
#include <variant>

namespace gpualert::cli {

namespace {

namespace fs = std::filesystem;

// Whether `entry` is another run of the job that died unseen, or may yet.
bool is_another_dead_one(const fs::directory_entry& entry, const RunRecord& record)
{
  const Result<RunRecord> other = read_run_record(entry.path().string());
  return other && other->id != record.id && other->scheduler.job == record.scheduler.job &&
         other->scheduler.restart == record.scheduler.restart &&
         (!other->ending || std::holds_alternative<EndUnknown>(*other->ending));
}

// Runs of one job script lie beside each other.
bool is_only_dead_one(const RunRecord& record)
{
  std::error_code ignored;
  const fs::directory_iterator runs{fs::path(record.path).parent_path(), ignored};
  return std::none_of(begin(runs), end(runs), [&](const fs::directory_entry& entry) {
    return is_another_dead_one(entry, record);
  });
}

}  // namespace

std::string job_of_dead_run(const RunRecord& record)
{
  const bool stands = jobs::stands_for_job(record) && !record.path.empty();
  return stands && is_only_dead_one(record) ? jobs::run_id(record.scheduler) : std::string();
}

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
