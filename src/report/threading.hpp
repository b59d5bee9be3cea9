#pragma once

#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>

#include <string>
#include <string_view>

namespace gpualert::report {

// What may stand in a Message-ID on both sides of '@' (RFC 5322, dot-atom).
std::string atom(std::string_view text);

// The Message-ID, without angle brackets. Of the host of the run, not of this one: the report of a
// run has the same id wherever it is composed again. Of a job that others report on too (`job` of
// the options) of the domain alone: not all of them know the same host.
std::string message_id(const RunRecord& record, const ReportOptions& options,
                       std::string_view fqdn);

// The Message-ID, without angle brackets, that all attempts, restarts and steps of one scheduler
// job refer to, or all ranks that one torchrun or mpirun started, whatever host they ran on; no
// message has it. "" elsewhere: two runs of one command have nothing in common that is known.
// `fqdn`: of a host, whose domain makes job numbers unique.
std::string thread_root(const RunRecord& record, std::string_view fqdn);

}  // namespace gpualert::report
