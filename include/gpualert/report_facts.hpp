#pragma once

#include <gpualert/redaction.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <map>
#include <string>

namespace gpualert {

// A report in a few short texts, for channels that take no mail and for digests. Valid UTF-8, one
// line each, secrets masked; what is not known is left out.
//   status  FAILED, DONE, CHECK, CANCELLED, PREEMPTED, TIMED OUT
//   name    of the run       cause  "CUDA out of memory"    cause_id  "cuda_oom"
//   ending  "exited with status 1 after 4.0 s"              duration  "4.0 s"
//   host, user, job (the scheduler's), rank
//   hint    what to do       log    "gpu07:/…/output.log"   evidence  the decisive line
std::map<std::string, std::string> report_facts(const RunRecord& record, const Verdict& verdict,
                                                const Redaction& redaction);

}  // namespace gpualert
