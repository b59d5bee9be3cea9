#include <gpualert/step.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace gpualert {

namespace {

using namespace std::string_view_literals;

// What ranks die of because another one did.
constexpr std::array kConsequences{"nccl_timeout"sv, "nccl_error"sv, "rendezvous"sv, "cancelled"sv,
                                   "interrupted"sv,  "preempted"sv,  "time_limit"sv, "network"sv,
                                   "stall"sv,        "abort"sv,      "unknown"sv,    "node_fail"sv};

bool is_consequence(const RankEnd& end)
{
  return std::ranges::find(kConsequences, end.cause) != kConsequences.end();
}

// The later of two ends of one rank counts.
void keep_one_each(std::vector<RankEnd>& ends)
{
  std::ranges::stable_sort(ends, [](const RankEnd& a, const RankEnd& b) {
    return std::pair(a.rank, -a.when.wall_ns) < std::pair(b.rank, -b.when.wall_ns);
  });
  const auto rest = std::unique(ends.begin(), ends.end(), [](const RankEnd& a, const RankEnd& b) {
    return a.rank == b.rank;
  });
  ends.erase(rest, ends.end());
}

// Of each clock the failure that came first.
std::vector<std::size_t> first_of_clocks(const std::vector<RankEnd>& ends)
{
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (!ends[i].failed) {
      continue;
    }
    const auto [at, added] = first.try_emplace(ends[i].clock, i);
    if (!added && ends[i].when.monotonic_ns < ends[at->second].when.monotonic_ns) {
      at->second = i;
    }
  }
  std::vector<std::size_t> all;
  all.reserve(first.size());
  for (const auto& [clock, index] : first) {
    all.push_back(index);
  }
  return all;
}

void find_first(StepEnd& step)
{
  std::vector<std::size_t> firsts = first_of_clocks(step.ends);
  if (firsts.empty()) {
    return;
  }
  const auto time = [&](std::size_t i) { return step.ends[i].when.wall_ns; };
  const std::int64_t earliest = time(*std::ranges::min_element(firsts, {}, time));
  std::erase_if(firsts, [&](std::size_t i) { return time(i) - earliest > kClockTolerance; });
  step.doubtful = firsts.size() > 1;
  step.first = *std::ranges::min_element(firsts, {}, [&](std::size_t i) {
    return std::tuple(is_consequence(step.ends[i]), time(i), step.ends[i].rank);
  });
}

void group_by_cause(StepEnd& step)
{
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < step.ends.size(); ++i) {
    const RankEnd& end = step.ends[i];
    if (!end.failed) {
      step.well.push_back(end.rank);
      continue;
    }
    const auto [at, added] = places.try_emplace(end.cause, step.causes.size());
    if (added) {
      step.causes.push_back({end.cause, {}, i});
    }
    RanksOfCause& group = step.causes[at->second];
    group.ranks.push_back(end.rank);
    if (end.when.wall_ns < step.ends[group.first].when.wall_ns) {
      group.first = i;
    }
  }
  std::ranges::stable_sort(step.causes, {}, [&](const RanksOfCause& group) {
    const bool of_first = step.first && step.ends[*step.first].cause == group.cause;
    return std::pair(!of_first, step.ends[group.first].when.wall_ns);
  });
  if (step.first) {
    step.causes.front().first = *step.first;
  }
}

}  // namespace

StepEnd merge_ranks(std::vector<RankEnd> ends, int expected)
{
  StepEnd step;
  keep_one_each(ends);
  step.ends = std::move(ends);
  step.expected = std::max(expected, step.ends.empty() ? 0 : step.ends.back().rank + 1);
  find_first(step);
  group_by_cause(step);
  std::set<std::string> hosts;
  auto next = step.ends.begin();
  for (int rank = 0; rank < step.expected; ++rank) {
    if (next != step.ends.end() && next->rank == rank) {
      hosts.insert(next->host);
      ++next;
    } else {
      step.missing.push_back(rank);
    }
  }
  step.hosts.assign(hosts.begin(), hosts.end());
  return step;
}

}  // namespace gpualert
