#include "eval/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace gpualert::eval {

namespace {

constexpr double kLowTail = 0.025, kHighTail = 0.975;
constexpr double kNormal95 = 1.959963984540054;

double share(std::size_t part, std::size_t whole) noexcept
{
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// SplitMix64: a few lines that give the same numbers with every standard library.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t limit) noexcept
  {
    return static_cast<std::size_t>(next() % limit);  // the bias is below 1e-15
  }

private:
  std::uint64_t next() noexcept
  {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  std::uint64_t state_;
};

// Between the two nearest ranks.
double quantile(const std::vector<double>& sorted, double q)
{
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

void set_interval(Estimate& estimate, std::vector<double>& values)
{
  std::sort(values.begin(), values.end());
  estimate.low = quantile(values, kLowTail);
  estimate.high = quantile(values, kHighTail);
}

std::vector<std::vector<Pair>> by_cluster(std::span<const Pair> pairs,
                                          std::span<const std::size_t> cluster)
{
  std::vector<std::vector<Pair>> clusters;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    clusters.resize(std::max(clusters.size(), cluster[i] + 1));
    clusters[cluster[i]].push_back(pairs[i]);
  }
  std::erase_if(clusters, [](const std::vector<Pair>& members) { return members.empty(); });
  return clusters;
}

double log_choose(std::size_t n, std::size_t k)
{
  const auto real = [](std::size_t value) { return static_cast<double>(value) + 1; };
  return std::lgamma(real(n)) - std::lgamma(real(k)) - std::lgamma(real(n - k));
}

}  // namespace

double Counts::precision() const noexcept
{
  return share(hits, saids);
}

double Counts::recall() const noexcept
{
  return share(hits, truths);
}

double Counts::f1() const noexcept
{
  return share(2 * hits, truths + saids);
}

std::vector<Counts> count(std::span<const Pair> pairs, std::size_t labels)
{
  std::vector<Counts> counts(labels);
  for (const Pair& pair : pairs) {
    ++counts[pair.truth].truths;
    ++counts[pair.said].saids;
    counts[pair.truth].hits += pair.truth == pair.said ? 1 : 0;
  }
  return counts;
}

double accuracy(std::span<const Pair> pairs) noexcept
{
  const auto right = std::count_if(pairs.begin(), pairs.end(),
                                   [](const Pair& pair) { return pair.truth == pair.said; });
  return share(static_cast<std::size_t>(right), pairs.size());
}

double micro_f1(std::span<const Counts> counts) noexcept
{
  Counts sum;
  for (const Counts& label : counts) {
    sum.truths += label.truths;
    sum.saids += label.saids;
    sum.hits += label.hits;
  }
  return sum.f1();
}

double macro_f1(std::span<const Counts> counts) noexcept
{
  double sum = 0;
  std::size_t present = 0;
  for (const Counts& label : counts) {
    if (label.truths > 0) {
      sum += label.f1();
      ++present;
    }
  }
  return present == 0 ? 0 : sum / static_cast<double>(present);
}

Measures measure(std::span<const Pair> pairs, std::span<const std::size_t> cluster,
                 std::size_t labels, std::size_t resamples, std::uint64_t seed)
{
  Measures result;
  if (pairs.empty()) {
    return result;
  }
  const std::vector<Counts> whole = count(pairs, labels);
  result.accuracy.value = accuracy(pairs);
  result.micro_f1.value = micro_f1(whole);
  result.macro_f1.value = macro_f1(whole);

  const std::vector<std::vector<Pair>> clusters = by_cluster(pairs, cluster);
  std::vector<double> accuracies, micros, macros;
  std::vector<Pair> drawn;
  Random random(seed);
  for (std::size_t i = 0; i < resamples; ++i) {
    drawn.clear();
    for (std::size_t j = 0; j < clusters.size(); ++j) {
      const std::vector<Pair>& members = clusters[random.below(clusters.size())];
      drawn.insert(drawn.end(), members.begin(), members.end());
    }
    const std::vector<Counts> counts = count(drawn, labels);
    accuracies.push_back(accuracy(drawn));
    micros.push_back(micro_f1(counts));
    macros.push_back(macro_f1(counts));
  }
  set_interval(result.accuracy, accuracies);
  set_interval(result.micro_f1, micros);
  set_interval(result.macro_f1, macros);
  return result;
}

double mcnemar_exact(std::size_t only_first, std::size_t only_second)
{
  const std::size_t discordant = only_first + only_second;
  double tail = 0;
  for (std::size_t k = 0; k <= std::min(only_first, only_second); ++k) {
    tail += std::exp(log_choose(discordant, k) - static_cast<double>(discordant) * std::log(2.0));
  }
  return std::min(1.0, 2 * tail);
}

Estimate wilson(std::size_t hits, std::size_t trials)
{
  if (trials == 0) {
    return {0, 0, 1};
  }
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(hits) / n;
  const double z2 = kNormal95 * kNormal95;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {p, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

double median(std::vector<double> values)
{
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

Estimate median_difference(const std::vector<double>& first, const std::vector<double>& second)
{
  if (first.empty() || second.empty()) {
    return {};
  }
  Random random(kSeed);
  const auto drawn_median = [&](const std::vector<double>& values) {
    std::vector<double> drawn;
    for (std::size_t i = 0; i < values.size(); ++i) {
      drawn.push_back(values[random.below(values.size())]);
    }
    return median(std::move(drawn));
  };
  std::vector<double> differences;
  for (std::size_t i = 0; i < kResamples; ++i) {
    const double one = drawn_median(first);
    differences.push_back(drawn_median(second) - one);
  }
  Estimate result;
  result.value = median(second) - median(first);
  set_interval(result, differences);
  return result;
}

}  // namespace gpualert::eval
