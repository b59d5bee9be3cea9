#include "outbox/retry.hpp"

#include <algorithm>
#include <cmath>

namespace gpualert::outbox {

std::optional<std::int64_t> next_try(const RetryPolicy& policy, int tries, std::int64_t queued_ns,
                                     std::int64_t now_ns, double jitter)
{
  const auto ns = [](auto duration) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
  };
  const std::int64_t last_ns = queued_ns + ns(policy.max_age);
  if (now_ns >= last_ns) {
    return std::nullopt;
  }
  const double doubled =
      static_cast<double>(ns(policy.first)) * std::exp2(std::clamp(tries, 1, 60) - 1);
  const double delay =
      std::min(doubled, static_cast<double>(ns(policy.most))) * (0.75 + 0.5 * jitter);
  // The last try comes when the message reaches its age, not before.
  return std::min(now_ns + static_cast<std::int64_t>(delay), last_ns);
}

}  // namespace gpualert::outbox
