#pragma once

#include "classify/finding_store.hpp"
#include "classify/normalise.hpp"

#include <gpualert/classifier.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// Failures that stand in numbers, not in words: a loss that explodes, a loss column of a table that
// is not a number, loss scales that were halved down to their minimum. Judges from the lines of
// progress that it is shown; memory is fixed.
class MetricWatch {
public:
  // A line that looks_like_progress. True when it has a training loss that is a number.
  bool progress(const LinePlace& place, const Message& message);
  // A line that may be the head of a table: "epoch  loss  acc".
  void header(std::string_view text);
  // Whether the line is the head of a table with a column for NaN: it says nothing of a loss.
  bool is_head(std::string_view text);
  // A line that no rule took. True when a training loss of its own name ("train_loss=nan") or in
  // the loss column of a table is not a number.
  bool not_a_number(const LinePlace& place, const Message& message);
  // "[deepspeed] OVERFLOW! … reducing to 32768", "Gradient overflow.  Skipping step, …".
  void overflow(const LinePlace& place, const Message& message);

  // What stands at the end of the output. `order` is the first position after all rules.
  std::vector<Finding> findings(int order) const;

private:
  struct Track {
    std::uint64_t name = 0;  // hash; 0: free
    double least = 0;        // so far
    int blown = 0;           // values in a row beyond all reason, up to the last one
    Evidence first;          // of them
    std::uint64_t last_line = 0;
  };
  Track* track(std::string_view name);
  bool in_bad_column(std::string_view text) const;

  std::array<Track, 8> tracks_;
  std::optional<std::size_t> loss_column_;
  std::size_t columns_ = 0;
  Evidence first_bad_line_;
  std::uint64_t last_bad_line_ = 0, bad_lines_ = 0;

  double scale_ = 0;
  std::uint64_t overflows_ = 0, last_overflow_ = 0;
  Evidence first_overflow_;
};

}  // namespace gpualert
