#pragma once

#include "diagnose/status.hpp"

#include <gpualert/classifier.hpp>

#include <cstdint>

namespace gpualert {

// Whether the line is the scheduler's word that it ends the job now: for another, it waits.
bool ends_attempt(const Finding& finding);

// Whether a finding ends a program, and no end from outside makes programs print it.
bool ends_program(const Finding& finding, const EndStatus& status);

// Whether the job died of a fault of its own: SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS.
bool is_crash(const EndStatus& status);

// The first line of the last attempt, where the output goes on after the scheduler ended an attempt
// before it: a failure follows that is no doing of that end, or the job ended as no scheduler ends
// one. 0: no such attempt. `job_state`: the scheduler's, "" = not known.
std::uint64_t attempt_after_end(const Findings& findings, const EndStatus& status,
                                const std::string& job_state);

}  // namespace gpualert
