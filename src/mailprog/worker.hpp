#pragma once

namespace gpualert::mailprog {

// Answers the calls that wait, until there are none. Gives the exit status.

// Started by a call, on the slot that it took (worker_slot.hpp).
int work_as_worker();

// For people and for cron: on a slot that is free, or not at all.
int work_here();

}  // namespace gpualert::mailprog
