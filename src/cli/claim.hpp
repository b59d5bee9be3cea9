#pragma once

#include "outbox/lease.hpp"

#include <cstdint>
#include <optional>
#include <string>

// A file that one process has at a time: BASE while it is nobody's, BASE~LEASE while it is
// somebody's. Each step is one rename(2), which is atomic on NFS too.
namespace gpualert::cli {

// Takes the file `name` of `dir`, as a listing shows it: its name then. Nothing: somebody has it
// who lives, or was quicker.
std::optional<std::string> claim_file(const std::string& dir, const std::string& name,
                                      const outbox::Lease& mine, std::int64_t now_s);
// Gives it back. False when it is not ours any more.
bool release_file(const std::string& dir, const std::string& claimed);

}  // namespace gpualert::cli
