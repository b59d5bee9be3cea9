#pragma once

#include <gpualert/artifacts.hpp>
#include <gpualert/config.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// What may go with the report of a run: of a failure the log and the small files that the job
// changed, of any run what --attach names. What went wrong with the search is added to `problems`.
std::vector<Attachment> enclosures(const RunRecord& record, const Verdict& verdict,
                                   const Config& config, std::vector<std::string>& problems);

}  // namespace gpualert::cli
