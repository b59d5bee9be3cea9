#pragma once

#include <gpualert/progress.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace gpualert {

// How far a line of progress says that the work is, in units of its own.
struct Mark {
  double done = 0;
  std::optional<double> total;  // only where the line counts to the end of all of it
};

// "Step [100/600]", "Epoch 3/10 … 45/100", "45%|████▌ | 450/1000 [00:10<00:12, 45.0it/s]". The bar
// of an epoch that does not say how many there are has no total. Nothing when the line counts
// nothing.
std::optional<Mark> mark_of(std::string_view line) noexcept;

// One more mark, at `at_ns` (monotonic). A count that falls, or that counts to something else,
// begins a new course.
void follow(Course& course, const Mark& mark, std::int64_t at_ns) noexcept;

}  // namespace gpualert
