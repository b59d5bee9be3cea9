#pragma once

#include "mailprog/event.hpp"

#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace gpualert::mailprog {

// The job as a run that nobody of ours supervised: the scheduler's facts, no command, no usage and
// no log yet. `received_ns` is when the scheduler told of it, and part of the id: made twice from
// one call, the message has the same Message-ID.
RunRecord record_of(const Event& event, std::int64_t received_ns);

// "13", "13_2" of an array's task, "13" of an array.
std::string job_label(const Event& event);

// The first node of "gpu[07-09,12],x1": "gpu07".
std::string first_node(std::string_view nodes);

// Where the job's standard output (and error) went: the pattern that the scheduler gives, or
// Slurm's default. "" where no directory is known.
std::string output_path(const Event& event);
// "" when it went where standard output did.
std::string error_path(const Event& event);

}  // namespace gpualert::mailprog
