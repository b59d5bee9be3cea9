#pragma once

#include "cli/mailer.hpp"

#include <gpualert/outbox.hpp>
#include <gpualert/run_record.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The report of a run that may not live to make its final one. It waits in the outbox, and
// RUN_DIR/provisional says so to whoever makes the final one.
namespace gpualert::cli {

// Puts the reports into the outbox, in place of earlier ones, to be delivered when they are still
// there at `until_ns` (wall clock).
void hold_back(const std::vector<Addressed>& reports, const RunRecord& record,
               const std::vector<std::string>& state_dirs, std::int64_t until_ns,
               std::vector<std::string>& problems);

// Takes back what was not delivered: there is nothing to report.
void withdraw(const RunRecord& record, const std::vector<std::string>& state_dirs);

// Publishes the final report, in place of a provisional one. When that was delivered already, and
// nobody saw the run's end, it has said all. As publish_all otherwise.
std::size_t publish_final(std::vector<PreparedEntry> entries, const RunRecord& record,
                          std::vector<std::string>& problems);

}  // namespace gpualert::cli
