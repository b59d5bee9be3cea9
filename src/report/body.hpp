#pragma once

#include "report/log_tail.hpp"

#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>

namespace gpualert::report {

// The text of a report, LF line ends, not yet redacted: what happened in one line, cause, evidence,
// what to do, the facts of the run, what is missing from the log, its tail.
std::string body_text(const RunRecord& record, const Verdict& verdict, const LogTail& tail);

// "THE RUN": status, host, command, times, resources, log.
std::string run_facts(const RunRecord& record);

// "NOT COMPLETE": what is missing from the log, and what went other than planned; "" when nothing.
std::string damage(const RunRecord& record);

}  // namespace gpualert::report
