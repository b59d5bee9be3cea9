#pragma once

#include "base/fd.hpp"

#include <optional>
#include <string>

namespace gpualert::mailprog {

// A place among the workers that may be at work at a time. It is a lock on STATE/worker.N, which
// the kernel gives free when its holder dies; a child that inherits the descriptor holds it too.
std::optional<Fd> take_worker_slot(const std::string& state_dir, int workers);

// Starts a worker, in a session of its own and with nothing of ours open, on the slot that it then
// holds. False: it could not be started, and the calls wait for the next one's.
bool start_worker(Fd slot);

// The descriptor on which a worker has its slot.
inline constexpr int kSlotFd = 3;

}  // namespace gpualert::mailprog
