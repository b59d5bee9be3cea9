#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpualert {

// One line of progress, as far as it could be read.
struct ProgressPoint {
  std::int64_t at_ns = 0;  // monotonic, when the line arrived; 0: not known
  double step = 0;         // of the counter that the line names: step, iteration or epoch
  double loss = 0;         // finite
};

// What the output said of the training's progress. The points are samples over the whole run,
// evenly thinned out.
struct Progress {
  static constexpr std::size_t kMaxPoints = 256;

  std::string last_line;             // valid UTF-8, without escapes, at most 512 bytes
  std::uint64_t line = 0;            // its number; 0: no progress was printed
  std::int64_t last_at_ns = 0;       // monotonic; 0: not known
  std::optional<double> step, loss;  // that it names
  std::vector<ProgressPoint> points;
};

}  // namespace gpualert
