#pragma once

#include <gpualert/outbox.hpp>

#include <optional>
#include <string>
#include <vector>

// RUN_DIR/reported: which entries of which outbox are this run's report. It is written when they
// are prepared and before the first is published. So whoever finishes a run after its logger died
// can tell: no such file, nothing was published, the report must be made; the file, publish what is
// not.
namespace gpualert::cli {

Status note_reported(const std::string& run_dir, const std::vector<PreparedEntry>& entries);

// Nothing: no report of this run was about to go out.
std::optional<std::vector<PreparedEntry>> read_reported(const std::string& run_dir);

// Whether somebody has reported on this run without an entry in an outbox of ours: gpualert-mail,
// of a run that died with its job.
bool is_told_elsewhere(const std::string& run_dir);

}  // namespace gpualert::cli
