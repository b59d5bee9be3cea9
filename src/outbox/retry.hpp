#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace gpualert::outbox {

struct RetryPolicy {
  std::chrono::seconds first{60};       // after the first failure
  std::chrono::seconds most{4 * 3600};  // between two tries at the end
  std::chrono::hours max_age{5 * 24};   // as mail servers do: long enough for a weekend's outage
};

// When to try again after `tries` failures (at least 1), wall clock in ns; nothing: give up. The
// delay doubles each time; `jitter` in [0, 1) moves it by ±25 %, so that a thousand messages held
// up by one outage do not all come back in the same second.
std::optional<std::int64_t> next_try(const RetryPolicy& policy, int tries, std::int64_t queued_ns,
                                     std::int64_t now_ns, double jitter);

}  // namespace gpualert::outbox
