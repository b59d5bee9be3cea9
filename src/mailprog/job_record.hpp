#pragma once

#include "mailprog/event.hpp"

#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace gpualert::mailprog {

// The job as a run that nobody of ours supervised: the scheduler's facts, no command, no usage and
// no log yet. Its id is shared_id, if there is one. Otherwise `received_ns`, when the scheduler
// told of it, is part of it: made twice from one call, the message has the same Message-ID.
RunRecord record_of(const Event& event, std::int64_t received_ns);

// The run id of a report on the end of the job that `gpualert slurm` makes too (jobs::run_id). ""
// of what is not the end of one attempt of one job, and where the scheduler does not count the
// attempts.
std::string shared_id(const Event& event);

// "13", "13_2" of an array's task, "13" of an array.
std::string job_label(const Event& event);

// Where the job's standard output (and error) went: the pattern that the scheduler gives, or
// Slurm's default. "" where no directory is known.
std::string output_path(const Event& event);
// "" when it went where standard output did.
std::string error_path(const Event& event);

}  // namespace gpualert::mailprog
