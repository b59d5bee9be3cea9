#pragma once

#include "classify/finding_store.hpp"
#include "classify/normalise.hpp"

#include <gpualert/progress.hpp>

#include <cstdint>
#include <string>

namespace gpualert {

// Collects the progress of a run in fixed memory: when the points are full, every second one goes,
// and from then on every second line is taken.
class ProgressSeries {
public:
  // `at_ns`: when the line arrived; 0 where that is not known.
  void add(const LinePlace& place, const Message& message, std::int64_t at_ns);
  Progress take();
  Progress so_far() const;

private:
  Progress progress_;
  std::string last_line_;  // its bytes: made UTF-8 once, not for each line
  std::uint64_t seen_ = 0, stride_ = 1;
};

}  // namespace gpualert
