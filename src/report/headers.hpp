#pragma once

#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>

#include <string>
#include <vector>

namespace gpualert::report {

// The sender that the options name, or the run's user at `fqdn`; always one that can be used.
std::string sender(const RunRecord& record, const ReportOptions& options, const std::string& fqdn);

// Those of the options that can be used; the sender where there is none.
std::vector<std::string> recipients(const ReportOptions& options, const std::string& from);

// From Date to Auto-Submitted, of a message whose other fields are set.
std::string headers(const Message& message, const RunRecord& record, const std::string& fqdn);

}  // namespace gpualert::report
