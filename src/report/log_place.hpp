#pragma once

#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>

namespace gpualert::report {

// "ssh -t gpu07 less -R +4812 /runs/…/output.log": opens the log at the decisive line. "" without a
// log on disk.
std::string look_at_log(const RunRecord& record, const Verdict& verdict);

}  // namespace gpualert::report
