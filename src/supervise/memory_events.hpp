#pragma once

#include <gpualert/run_record.hpp>

#include <optional>
#include <string>

namespace gpualert::supervision {

// Counters of the memory cgroup that a process of ours is in: oom_kill of v2's memory.events or
// v1's memory.oom_control; with Detail::limits, limit and peak as well where they can be read.
// `root` stands before /proc and /sys (tests). Empty where there is no such cgroup.
enum class Detail { kills, limits };
std::optional<MemoryEvents> read_memory_events(Detail detail, const std::string& root = "");

// What happened between two readings: kills counted from `before`.
std::optional<MemoryEvents> memory_since(const std::optional<MemoryEvents>& before,
                                         const std::optional<MemoryEvents>& after);

}  // namespace gpualert::supervision
