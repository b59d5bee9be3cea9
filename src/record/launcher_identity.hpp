#pragma once

#include <gpualert/run_record.hpp>

namespace gpualert {

// Adds rank, launcher and what belongs to them, where something started this run as a rank.
void add_launcher(SchedulerIdentity& s, int supervisor);

}  // namespace gpualert
