#pragma once

#include "job/job_mark.hpp"
#include "mailprog/event.hpp"
#include "mailprog/site.hpp"

#include <gpualert/run_record.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpualert::mailprog {

// Nobody gets two reports of one end of a job, whoever of us made the first: while it lives, no
// other gpualert that can see the same marks (job/job_mark.hpp) reports on it. As root those of the
// job's owner count as well; otherwise nobody may look there, and that the two messages have one
// Message-ID is all there is.
class Once {
public:
  // `record`: of the job.
  Once(const Event& event, const RunRecord& record, const Site& site);

  // Those of `to` who have had none: by the marks, and by what `gpualert run` printed at the end of
  // the job's output (`ends`). The journal says when nobody is left, and why.
  std::vector<std::string> untold(const std::vector<std::string>& ends,
                                  std::vector<std::string> to) const;

  void tell(const std::vector<std::string>& to);

private:
  const Event& event_;
  const Site& site_;
  std::int64_t ended_ns_;
  std::optional<jobs::JobMark> ours_, owners_;
};

}  // namespace gpualert::mailprog
