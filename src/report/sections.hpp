#pragma once

#include "report/document.hpp"
#include "report/excerpt.hpp"

#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>

// The sections of a report, each from what its arguments say; not yet masked.
namespace gpualert::report {

// What happened, in one line.
std::string headline(const RunRecord& record, const Verdict& verdict);

// Cause, confidence, who acts, whether to try again, first failing rank, the other answer.
Section why(const Verdict& verdict);

Section evidence(const Verdict& verdict, const Excerpt& lines);

// What to do, and commands to paste.
Section remedy(const RunRecord& record, const Verdict& verdict);

// The last progress in words, and loss and step time as pictures where there are enough points.
Section progress(const Verdict& verdict);

// When what happened: start, last progress, last output, signals, end. Reads the end of the output
// index beside the log.
Section timeline(const RunRecord& record, const Verdict& verdict);

// Where and what: host, command, directory, scheduler, log.
Section run_facts(const RunRecord& record, const Verdict& verdict);

// Exit status in words, times, memory.
Section resources(const RunRecord& record);

// What is missing from the log, and what went other than planned.
Section damage(const RunRecord& record);

// Errors of other causes.
Section collateral(const Verdict& verdict);

Section log_ends(const RunRecord& record, const LogExcerpts& excerpts);

}  // namespace gpualert::report
