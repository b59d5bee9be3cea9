#pragma once

#include "mailprog/event.hpp"

#include <string>
#include <string_view>
#include <vector>

// `gpualert run` in the same job. Its state directory is its user's, and slurmctld's user cannot
// look into it; what both see is the job's output.
namespace gpualert::mailprog {

// Which of `to` the end of the job's output says that `gpualert run` has mailed already: a line
// "gpualert: FAILED reported to ada@x.org (run …-job13)" near the end, of this job and attempt, and
// of a success only for a job that did not end badly. Who forges one loses a mail of the own job.
std::vector<std::string> told_by_wrapper(const Event& event, std::string_view end_of_output,
                                         const std::vector<std::string>& to);

}  // namespace gpualert::mailprog
