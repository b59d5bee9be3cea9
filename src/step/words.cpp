#include <gpualert/step.hpp>

#include "base/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace gpualert {

namespace {

constexpr std::size_t kMostText = 160;  // bytes of a list of ranks or hosts
constexpr std::size_t kMostCauses = 8;

std::string ranks_word(std::size_t n)
{
  return n == 1 ? "rank" : "ranks";
}

std::string hosts_text(const std::vector<std::string>& hosts)
{
  std::string text;
  std::size_t shown = 0;
  for (const std::string& host : hosts) {
    if (!text.empty() && text.size() + host.size() > kMostText) {
      break;
    }
    text += (text.empty() ? "" : ", ") + host.substr(0, kMostText);
    ++shown;
  }
  return shown == hosts.size() ? text : text + fmt::format(" and {} more", hosts.size() - shown);
}

}  // namespace

std::string bounded_ranks(const std::vector<int>& ranks)
{
  std::string text = number_list(ranks);
  if (text.size() <= kMostText) {
    return text;
  }
  const std::size_t end = text.rfind(", ", kMostText);
  text.resize(end);
  const auto last = text.find_last_of(" -");
  const int shown = std::stoi(text.substr(last == std::string::npos ? 0 : last + 1));
  const auto left = std::distance(std::ranges::upper_bound(ranks, shown), ranks.end());
  return text + fmt::format(" and {} more", left);
}

std::vector<std::string> step_lines(const StepEnd& step)
{
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} of {} ranks ended, on {} {}: {}", step.ends.size(), step.expected,
                              step.hosts.size(), step.hosts.size() == 1 ? "host" : "hosts",
                              hosts_text(step.hosts)));
  if (step.first) {
    const RankEnd& first = step.ends[*step.first];
    lines.push_back(fmt::format(
        "rank {} on {} failed first ({}){}", first.rank, first.host.substr(0, kMostText),
        first.cause,
        step.doubtful ? "; other hosts failed within a second, and their clocks tell no better"
                      : ""));
  }
  for (std::size_t i = 0; i < std::min(step.causes.size(), kMostCauses); ++i) {
    const RanksOfCause& group = step.causes[i];
    lines.push_back(fmt::format("{}: {} {}", group.cause, ranks_word(group.ranks.size()),
                                bounded_ranks(group.ranks)));
  }
  if (step.causes.size() > kMostCauses) {
    lines.push_back(fmt::format("and {} more causes", step.causes.size() - kMostCauses));
  }
  if (!step.well.empty() && step.first) {
    lines.push_back(
        fmt::format("success: {} {}", ranks_word(step.well.size()), bounded_ranks(step.well)));
  }
  if (!step.missing.empty()) {
    lines.push_back(fmt::format("not seen to end: {} {}", ranks_word(step.missing.size()),
                                bounded_ranks(step.missing)));
  }
  return lines;
}

}  // namespace gpualert
