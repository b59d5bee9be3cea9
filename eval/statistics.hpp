#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gpualert::eval {

// What is true of a log and what was said, as indices into some list of labels.
struct Pair {
  std::size_t truth = 0, said = 0;
};

// How a label fared.
struct Counts {
  std::size_t truths = 0;  // logs that have it
  std::size_t saids = 0;   // logs that were said to have it
  std::size_t hits = 0;    // both

  // 0 where nothing was said, or nothing is true.
  double precision() const noexcept;
  double recall() const noexcept;
  double f1() const noexcept;
};

// Counts of labels 0 to `labels` - 1.
std::vector<Counts> count(std::span<const Pair> pairs, std::size_t labels);

double accuracy(std::span<const Pair> pairs) noexcept;
// F1 of the sums over all labels. With one answer for each log it equals accuracy.
double micro_f1(std::span<const Counts> counts) noexcept;
// Mean F1 of the labels that some log has. A label that is only ever said costs the precision of
// none of these, and the recall of those that it was said for.
double macro_f1(std::span<const Counts> counts) noexcept;

struct Estimate {
  double value = 0, low = 0, high = 0;  // with the 95 % interval
};

struct Measures {
  Estimate accuracy, micro_f1, macro_f1;
};

// Logs of one shape resemble each other and are not independent, so the bootstrap draws whole
// clusters, as many as there are, with replacement and without strata; the interval is from the
// 2.5th to the 97.5th percentile. `cluster` has one entry for each pair. The same input gives the
// same result everywhere.
constexpr std::size_t kResamples = 2000;
constexpr std::uint64_t kSeed = 20260701;
Measures measure(std::span<const Pair> pairs, std::span<const std::size_t> cluster,
                 std::size_t labels, std::size_t resamples = kResamples,
                 std::uint64_t seed = kSeed);

// Two-sided p of McNemar's exact test: the chance that the discordant pairs split at least as
// unevenly when each side is equally likely.
double mcnemar_exact(std::size_t only_first, std::size_t only_second);

// Wilson's 95 % interval of a share.
Estimate wilson(std::size_t hits, std::size_t trials);

// The middle value; the mean of the two in the middle of an even number. 0 of none.
double median(std::vector<double> values);

// By how much the median of `second` exceeds that of `first`, with the 95 % interval of a bootstrap
// that draws from each side.
Estimate median_difference(const std::vector<double>& first, const std::vector<double>& second);

}  // namespace gpualert::eval
