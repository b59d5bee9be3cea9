#include "supervise/memory_events.hpp"

#include "base/file.hpp"

#include <charconv>
#include <string_view>

namespace gpualert::supervision {

namespace {

std::optional<std::uint64_t> number(std::string_view text)
{
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end != text.data() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> read_number(const std::string& path)
{
  const Result<std::string> text = read_file(path);
  return text ? number(text.value()) : std::nullopt;
}

// The value after `key` in lines of "key value".
std::optional<std::uint64_t> keyed(std::string_view text, std::string_view key)
{
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == ' ') {
      return number(line.substr(key.size() + 1));
    }
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  }
  return std::nullopt;
}

// Path of our cgroup from /proc/self/cgroup: "0::PATH" for v2, "N:…memory…:PATH" for v1.
std::string cgroup_path(std::string_view text, bool v2)
{
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second != std::string_view::npos) {
      const std::string controllers =
          "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
      if (v2 ? controllers == ",," : controllers.find(",memory,") != std::string::npos) {
        return std::string(line.substr(second + 1));
      }
    }
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  }
  return {};
}

std::optional<MemoryEvents> read_group(const std::string& dir, bool v2, Detail detail)
{
  const Result<std::string> events =
      read_file(dir + (v2 ? "/memory.events" : "/memory.oom_control"));
  if (!events) {
    return std::nullopt;
  }
  const auto kills = keyed(*events, "oom_kill");
  if (!kills) {
    return std::nullopt;  // v1 before Linux 4.13 does not count them
  }
  MemoryEvents memory;
  memory.oom_kills = *kills;
  if (detail == Detail::kills) {
    return memory;
  }
  memory.limit_bytes = read_number(dir + (v2 ? "/memory.max" : "/memory.limit_in_bytes"));
  memory.peak_bytes = read_number(dir + (v2 ? "/memory.peak" : "/memory.max_usage_in_bytes"));
  constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60U;
  if (memory.limit_bytes && *memory.limit_bytes >= kNoLimit) {
    memory.limit_bytes.reset();
  }
  return memory;
}

}  // namespace

std::optional<MemoryEvents> read_memory_events(Detail detail, const std::string& root)
{
  const Result<std::string> groups = read_file(root + "/proc/self/cgroup");
  if (!groups) {
    return std::nullopt;
  }
  const std::string v2 = cgroup_path(*groups, true);
  const std::string v1 = cgroup_path(*groups, false);
  const std::string base = root + "/sys/fs/cgroup";
  if (!v1.empty()) {
    return read_group(base + "/memory" + v1, false, detail);
  }
  return v2.empty() ? std::nullopt : read_group(base + v2, true, detail);
}

std::optional<MemoryEvents> memory_since(const std::optional<MemoryEvents>& before,
                                         const std::optional<MemoryEvents>& after)
{
  if (!before || !after) {
    return std::nullopt;
  }
  MemoryEvents delta = *after;
  delta.oom_kills = after->oom_kills > before->oom_kills ? after->oom_kills - before->oom_kills : 0;
  return delta;
}

}  // namespace gpualert::supervision
