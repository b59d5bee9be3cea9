#pragma once

#include "job/job_report.hpp"
#include "mailprog/output_file.hpp"
#include "mailprog/recognise.hpp"
#include "mailprog/site.hpp"

#include <gpualert/run_record.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpualert::mailprog {

// Of a job's output: all that open_output gives, only the end of it, nothing.
enum class Output { read, end, left_alone };

// What became of a job, as far as its output tells.
struct Diagnosis {
  jobs::JobReport report;
  std::vector<std::string> ends;  // the last bytes of each file of its output
  std::optional<RunRecord> run;   // of `gpualert run` in the job that died with it
};

// Finds the job's output, reads what its owner could read, and diagnoses it with the scheduler's
// state. `body`: what a scheduler that mails the output mailed. Why nothing could be read is a note
// in the record.
Diagnosis diagnose_job(const Event& event, std::int64_t received_ns, const std::string& body,
                       Output output, const Site& site);

// The ends of a job's output files, as far as they may be read.
std::vector<std::string> ends_of_output(const Event& event);

// Mails the report of a job that failed to those who have none yet.
Status report_job(const Mail& mail, const Call& call, const std::vector<std::string>& to,
                  Output output, const Site& site);

}  // namespace gpualert::mailprog
