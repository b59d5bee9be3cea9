#pragma once

#include <gpualert/classifier.hpp>
#include <gpualert/config.hpp>
#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>

namespace gpualert::cli {

// What a mail says of a run whose time limit is near: how long it has, how far it is, and whether
// that will do. Where this cannot be told it says so. record.job->limit_ns is set.
Interim limit_notice(const RunRecord& record, const Progress& progress, const Config& config,
                     const Moment& now);

// What a report says that was written when the job had got SIGTERM and had not ended.
Interim provisional_notice(const RunRecord& record, const SignalSeen& signal, const Moment& now);

}  // namespace gpualert::cli
