#pragma once

#include "cli/mailer.hpp"

#include <gpualert/config.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// The last line of ours in a scheduler's job: "FAILED reported to ada@x.org (run ID)".
// gpualert-mail finds it in the job's output, and does not mail those addresses the same again; it
// cannot see our state directory. "" outside a scheduler, and where no mail goes out.
std::string reported_line(const std::vector<Addressed>& reports, const RunRecord& record,
                          const Verdict& verdict, const Config& config);

}  // namespace gpualert::cli
