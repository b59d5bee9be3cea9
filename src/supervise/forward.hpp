#pragma once

#include <cstdint>

namespace gpualert::supervision {

enum class Delivery : std::uint8_t {
  skip,         // the job has it already, or must not get it
  forward,      // the job cannot have it
  ask_witness,  // the job has it if the logger got it too: then it was a broadcast
};

// What to do with a signal that reached the supervisor. `from_kernel`: si_code is SI_KERNEL (the
// terminal). `same_group`: the job is in our process group; one that called setsid or setpgid gets
// no group signal, so it is always forwarded to.
Delivery decide(int signal, bool from_kernel, bool same_group) noexcept;

// A signal that makes us hurry once the job has ended.
bool asks_to_leave(int signal) noexcept;

// A stop that a shell with job control must see (not SIGSTOP: `kill -STOP` of the job alone would
// leave us stopped for ever).
bool is_job_control_stop(int signal) noexcept;

}  // namespace gpualert::supervision
