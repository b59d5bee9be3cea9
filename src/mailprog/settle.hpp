#pragma once

#include "mailprog/event.hpp"

#include <chrono>
#include <cstdint>

namespace gpualert::mailprog {

// Has a job that is being killed said its last words? When `patience` is over; or when its output
// has not changed for a while, some time after the mail: slurmstepd writes why at the very end.
bool has_settled(const Event& event, std::int64_t received_ns, std::int64_t now_ns,
                 std::chrono::milliseconds patience);

}  // namespace gpualert::mailprog
