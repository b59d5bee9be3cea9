#include "cli/peak_memory.hpp"

#include "base/process_tree.hpp"

#include <algorithm>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kFirstNs = 1'000'000'000;
constexpr std::int64_t kLongestNs = 10 * kFirstNs;
constexpr std::int64_t kCostPart = 1000;

}  // namespace

std::int64_t PeakMemory::look(RunRecord& record, std::int64_t now_ns)
{
  if (record.command_pid <= 0) {
    return INT64_MAX;
  }
  if (interval_ns_ == 0) {
    interval_ns_ = kFirstNs;
    due_ns_ = now_ns + interval_ns_;
  }
  if (now_ns < due_ns_) {
    return due_ns_;
  }
  const std::int64_t began_ns = now().monotonic_ns;
  const std::uint64_t bytes = resident_bytes_below(record.command_pid);
  const std::int64_t cost_ns = now().monotonic_ns - began_ns;
  record.tree_rss_kib = std::max(record.tree_rss_kib, static_cast<std::int64_t>(bytes / 1024));
  interval_ns_ = std::min(interval_ns_ * 2, kLongestNs);
  due_ns_ = now_ns + std::max(interval_ns_, cost_ns * kCostPart);
  return due_ns_;
}

}  // namespace gpualert::cli
