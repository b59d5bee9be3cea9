#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpualert::outbox {

// Who works on an entry, and until when. It is part of the name of the entry's directory, so that
// rename(2), which is atomic on NFS too, takes the entry and says who has it in one step.
struct Lease {
  std::int64_t until_s = 0;  // wall clock of the holder
  int pid = 0;
  std::string boot;    // first 8 digits of the boot id
  std::string pid_ns;  // number of the pid namespace: pids compare only inside one
  std::string host;
};

// Marks the lease in a directory's name: "BASE~UNTIL.PID.BOOT.PIDNS.HOST".
inline constexpr char kLeaseMark = '~';

std::string to_text(const Lease& lease);
std::optional<Lease> parse_lease(std::string_view text);

// A lease of this process up to `until_s`.
Lease own_lease(std::int64_t until_s);

// False when the entry may be taken over: the lease is over, or its holder is known to be dead
// (`me` tells what can be known here). Clocks of two hosts may differ: a foreign lease holds five
// minutes longer.
bool holds(const Lease& lease, const Lease& me, std::int64_t now_s);

}  // namespace gpualert::outbox
