#pragma once

#include "report/excerpt.hpp"
#include "report/log_reader.hpp"

namespace gpualert::report {

// The lines that speak for the cause with their neighbours, in the order of the log; windows that
// touch become one, between others stands what is left out.
Excerpt read_windows(const LogReader& log, const Verdict& verdict, const ExcerptLimits& limits);

// The same lines without the log.
Excerpt evidence_alone(const Verdict& verdict, const ExcerptLimits& limits);

}  // namespace gpualert::report
