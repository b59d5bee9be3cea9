#pragma once

#include <cstdint>
#include <string>

namespace gpualert {

// False for a zombie too: a killed process that nobody has waited for yet is as dead as can be, but
// kill(2) finds it.
bool is_alive(int pid);

// When a process began, in clock ticks since boot (/proc/PID/stat, field 22): with its pid that
// names it for as long as the machine runs. 0 when there is none.
std::uint64_t process_start(int pid);

// The pid namespace of this process, "4026531836": pids compare only inside one. "0" when /proc
// does not tell.
std::string pid_namespace();

}  // namespace gpualert
