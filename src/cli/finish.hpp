#pragma once

#include "cli/pipeline.hpp"

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <string>

namespace gpualert::cli {

// How to finish a run whose logger cannot.
struct Finish {
  Ending ending;            // where the record has none
  Moment ended;             // as above
  std::string note;         // for the report: why the record is not of the run's own
  bool with_output = true;  // false: what is in the log killed the first try
};

struct Finished {
  Status saved = ok();  // the record
  Closing closing;
};

// Completes the record of the run, diagnoses from its log, reports; or, where the report was about
// to go out when the logger died, sees to it that it does.
Finished finish_run(RunRecord record, const Finish& how, Pipeline& pipeline);

}  // namespace gpualert::cli
