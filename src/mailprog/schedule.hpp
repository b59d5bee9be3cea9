#pragma once

#include "mailprog/call_spool.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace gpualert::mailprog {

// When calls are answered. Those of one array's failed tasks wait for each other, so that a
// thousand tasks that fail at once are one mail.
struct Timing {
  std::chrono::nanoseconds quiet{10'000'000'000};      // no task of it came for this long
  std::chrono::nanoseconds patience{300'000'000'000};  // since the first
};

// A call, or the calls of one array.
struct Unit {
  std::vector<Spooled> calls;
  std::int64_t ready_ns = 0;  // wall clock; when the next call of the array may be waited for
};

// The calls as units, those of an array together, in the order of their first calls.
std::vector<Unit> units_of(std::vector<Spooled> waiting, const Timing& timing);

}  // namespace gpualert::mailprog
