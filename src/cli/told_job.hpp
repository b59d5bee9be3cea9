#pragma once

#include "cli/mailer.hpp"
#include "job/job_mark.hpp"

#include <gpualert/run_record.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpualert::cli {

// The reports of the end of a job that others may report on as well (Addressed::job), against what
// those others have told: it is theirs, or ours, until this is gone.
class ToldJob {
public:
  // `state_dir`: whose marks count. Of reports that are nobody else's it does nothing.
  ToldJob(const std::vector<Addressed>& reports, const RunRecord& record,
          const std::string& state_dir);

  // Those reports that somebody has not had yet. What is no mail is nobody else's: only we know of
  // the user's channels.
  std::vector<Addressed> untold(const std::vector<Addressed>& reports) const;

  void tell(const std::vector<Addressed>& reports);

private:
  std::int64_t ended_ns_ = 0;
  std::optional<jobs::JobMark> mark_;
};

// The job (jobs::run_id) whose report is the report of this run: of one that died unseen, and is
// the only one of its job that did. "" of any other, which has a report of its own.
std::string job_of_dead_run(const RunRecord& record);

}  // namespace gpualert::cli
