#pragma once

#include "deliver/journal.hpp"

#include <gpualert/config.hpp>

#include <string>

namespace gpualert::deliver {

// Removes old runs (keep_days, keep_bytes), and what mails_per_hour counted long ago, once a day at
// most: the deliverer is the one program of ours that nobody waits for. `state_dir`/pruned tells
// when it was done last. What it removed goes into the journal.
void prune_when_due(const std::string& state_dir, const Config& config, Journal& journal);

}  // namespace gpualert::deliver
