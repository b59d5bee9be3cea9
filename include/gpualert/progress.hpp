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

// How far the counter that the output shows has come, for an estimate. Times are monotonic.
struct Course {
  double from = 0;
  std::int64_t from_ns = 0;  // 0: nothing was counted
  double done = 0;
  std::int64_t done_ns = 0;
  std::optional<double> total;  // that it counts to
  bool began_anew = false;      // it fell back once: then it does not count to the end of the whole
};

// How long the counter still needs at its speed so far. Nothing where that cannot be told: no
// total, no movement, or a counter that began anew.
std::optional<std::int64_t> remaining_ns(const Course& course, std::int64_t now_ns) noexcept;

// What the output said of the training's progress. The points are samples over the whole run,
// evenly thinned out.
struct Progress {
  static constexpr std::size_t kMaxPoints = 256;

  std::string last_line;             // valid UTF-8, without escapes, at most 512 bytes
  std::uint64_t line = 0;            // its number; 0: no progress was printed
  std::int64_t last_at_ns = 0;       // monotonic; 0: not known
  std::optional<double> step, loss;  // that it names
  Course course;                     // not in verdict.json: of use only while the job runs
  std::vector<ProgressPoint> points;
};

}  // namespace gpualert
