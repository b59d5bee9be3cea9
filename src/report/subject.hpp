#pragma once

#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>
#include <string_view>

namespace gpualert::report {

// One word for how the run went: FAILED, DONE, CHECK (status 0, yet something is wrong), CANCELLED,
// PREEMPTED, TIMED OUT, RUNNING.
std::string_view outcome_word(const RunRecord& record, const Verdict& verdict);

// "job 123_4.0, rank 3, restart 1": what schedulers and launchers call the run; "" outside them.
std::string job_label(const SchedulerIdentity& scheduler);

// "FAILED train-llama (job 123, restart 1): CUDA out of memory, after 2 h 15 min on gpu07".
std::string subject_line(const RunRecord& record, const Verdict& verdict);

// "LIMIT NEAR train-llama (job 123): 5 min left, step 450 of 1000, on gpu07".
std::string interim_subject(const RunRecord& record, const Interim& interim);

// The verdict's title, or its cause's id where the catalogue knows none.
std::string cause_title(const Verdict& verdict);

// Any text on one line: control characters become blanks, invalid UTF-8 U+FFFD, the end is cut at
// `limit` bytes with "…".
std::string one_line(std::string_view text, std::size_t limit);

}  // namespace gpualert::report
