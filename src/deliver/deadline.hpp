#pragma once

#include <algorithm>
#include <chrono>

namespace gpualert::deliver {

// A point on the monotonic clock by which something must be over.
class Deadline {
public:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(std::chrono::milliseconds from_now) : at_(Clock::now() + from_now) {}

  std::chrono::milliseconds left() const
  {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(at_ - Clock::now());
    return std::max(left, std::chrono::milliseconds(0));
  }
  bool over() const { return Clock::now() >= at_; }

  // The same, but at most `limit` from now.
  Deadline within(std::chrono::milliseconds limit) const
  {
    return Deadline(std::min(left(), limit));
  }

private:
  Clock::time_point at_;
};

}  // namespace gpualert::deliver
