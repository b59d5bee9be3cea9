#include "eval/statistics.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <vector>

using namespace gpualert::eval;

namespace {

// Three labels, ten logs: 0 is right 4 times of 5 (once said 1), 1 twice of 3 (once said 2), 2 once
// of 2 (once said 0).
const std::vector<Pair> kTen{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1},
                             {1, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 0}};

std::vector<std::size_t> each_its_own(std::size_t logs)
{
  std::vector<std::size_t> clusters;
  for (std::size_t i = 0; i < logs; ++i) {
    clusters.push_back(i);
  }
  return clusters;
}

}  // namespace

TEST_CASE("statistics: precision, recall and F1 as counted by hand")
{
  const std::vector<Counts> counts = count(kTen, 3);
  CHECK(counts[0].precision() == Approx(4.0 / 5));
  CHECK(counts[0].recall() == Approx(4.0 / 5));
  CHECK(counts[1].precision() == Approx(2.0 / 3));
  CHECK(counts[1].recall() == Approx(2.0 / 3));
  CHECK(counts[2].precision() == Approx(1.0 / 2));
  CHECK(counts[2].recall() == Approx(1.0 / 2));
  CHECK(counts[0].f1() == Approx(0.8));
  CHECK(accuracy(kTen) == Approx(0.7));
  CHECK(micro_f1(counts) == Approx(0.7));
  CHECK(macro_f1(counts) == Approx((0.8 + 2.0 / 3 + 0.5) / 3));
}

TEST_CASE("statistics: a label that is only said counts in no macro-F1 of its own")
{
  const std::vector<Pair> pairs{{0, 0}, {0, 1}};
  const std::vector<Counts> counts = count(pairs, 2);
  CHECK(macro_f1(counts) == Approx(2.0 / 3));
  CHECK(counts[1].precision() == 0);
  CHECK(counts[1].f1() == 0);
}

TEST_CASE("statistics: the figures of nothing are nothing")
{
  CHECK(accuracy({}) == 0);
  CHECK(macro_f1({}) == 0);
  CHECK(measure({}, {}, 0).accuracy.high == 0);
  CHECK(median({}) == 0);
}

TEST_CASE(
    "statistics: the bootstrap gives the same interval every time, and another with another seed")
{
  const auto clusters = each_its_own(kTen.size());
  const Measures first = measure(kTen, clusters, 3);
  const Measures again = measure(kTen, clusters, 3);
  const Measures other = measure(kTen, clusters, 3, kResamples, kSeed + 1);
  CHECK(first.macro_f1.low == again.macro_f1.low);
  CHECK(first.macro_f1.high == again.macro_f1.high);
  CHECK(first.macro_f1.low != other.macro_f1.low);
}

// Seven of ten right: the share of n draws is binomial, and its 2.5th and 97.5th percentiles are 4
// and 10 of 10 (P(X <= 3) = 0.011, P(X <= 4) = 0.047; P(X = 10) = 0.028).
TEST_CASE("statistics: the bootstrap interval of an accuracy is that of the binomial")
{
  const Measures measures = measure(kTen, each_its_own(kTen.size()), 3);
  CHECK(measures.accuracy.value == Approx(0.7));
  CHECK(measures.accuracy.low == Approx(0.4));
  CHECK(measures.accuracy.high == Approx(1.0));
  CHECK(measures.micro_f1.low == Approx(0.4));
}

TEST_CASE("statistics: clusters are drawn whole")
{
  // Two clusters, one right, one wrong: a resample is 0, 1/2 or 1 right, however large they are.
  std::vector<Pair> pairs(20, Pair{0, 0});
  pairs.insert(pairs.end(), 20, Pair{0, 1});
  std::vector<std::size_t> clusters(20, 0);
  clusters.insert(clusters.end(), 20, 1);
  const Measures measures = measure(pairs, clusters, 2);
  CHECK(measures.accuracy.low == 0);
  CHECK(measures.accuracy.high == 1);
}

TEST_CASE("statistics: McNemar's exact p against known values")
{
  CHECK(mcnemar_exact(0, 0) == 1);
  CHECK(mcnemar_exact(5, 5) == 1);
  CHECK(mcnemar_exact(5, 0) == Approx(2.0 / 32));
  CHECK(mcnemar_exact(2, 10) == Approx(2.0 * (1 + 12 + 66) / 4096));
  CHECK(mcnemar_exact(10, 2) == Approx(mcnemar_exact(2, 10)));
  // The paper's own figure for 67 against 1.
  CHECK(mcnemar_exact(67, 1) == Approx(4.68e-19).epsilon(0.001));
}

TEST_CASE("statistics: Wilson's interval against known values")
{
  CHECK(wilson(8, 10).low == Approx(0.4902).epsilon(0.001));
  CHECK(wilson(8, 10).high == Approx(0.9433).epsilon(0.001));
  CHECK(wilson(20, 20).low == Approx(0.8389).epsilon(0.001));
  CHECK(wilson(20, 20).high == 1);
}

TEST_CASE("statistics: the median of an even number is between the two in the middle")
{
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == Approx(2.5));
}

TEST_CASE("statistics: the difference of medians, and its interval")
{
  const Estimate same = median_difference({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5});
  CHECK(same.value == 0);
  CHECK(same.low < 0);
  CHECK(same.high > 0);
  const Estimate apart = median_difference({1, 1, 1}, {4, 4, 4});
  CHECK(apart.value == 3);
  CHECK(apart.low == 3);
  CHECK(apart.high == 3);
}
