#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <string>
#include <vector>

namespace gpualert {

// Makes runs/DATE/GROUP/RUN/ (0700) below the first of `runs_dirs` where that works, fills in
// record.id, group and path, and notes each fallback in record.log.notes. An existing RUN gets a
// suffix. A candidate that exists must belong to us (or to root) and be a directory, not a link
// planted by another user. Error when no candidate works; record.id and group are set all the same.
Status make_run_directory(const std::vector<std::string>& runs_dirs, RunRecord& record);

}  // namespace gpualert
