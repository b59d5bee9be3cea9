#pragma once

#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>
#include <string_view>

namespace gpualert::report {

// One word for how the run went: FAILED, DONE, CHECK (status 0, yet something is wrong), CANCELLED,
// PREEMPTED, TIMED OUT, RUNNING.
std::string_view outcome_word(const RunRecord& record, const Verdict& verdict);

// "FAILED train-llama: CUDA out of memory, after 2 h 15 min on gpu07".
std::string subject_line(const RunRecord& record, const Verdict& verdict);

// The verdict's title, or its cause's id where the catalogue knows none.
std::string cause_title(const Verdict& verdict);

// Any text on one line: control characters become blanks, invalid UTF-8 U+FFFD, the end is cut at
// `limit` bytes with "…".
std::string one_line(std::string_view text, std::size_t limit);

}  // namespace gpualert::report
