#include "cli/step_place.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace gpualert::cli {

namespace {

// A number of up to 2^24, which is more ranks than there are cores anywhere; -1 for anything else.
int number(std::string_view text)
{
  constexpr int kMost = 1 << 24;
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value >= 0 && value <= kMost ? value : -1;
}

std::string variable(const char* name)
{
  // The logger has no thread that changes the environment.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

int ranks_here()
{
  const int slurm = tasks_of_node(variable("SLURM_STEP_TASKS_PER_NODE"), variable("SLURM_NODEID"));
  if (slurm > 0) {
    return slurm;
  }
  for (const char* name : {"LOCAL_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    if (const int ranks = number(variable(name)); ranks > 0) {
      return ranks;
    }
  }
  return 0;
}

}  // namespace

int tasks_of_node(const std::string& list, const std::string& index)
{
  int left = number(index);
  for (std::string_view rest = list; left >= 0 && !rest.empty();) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    const std::size_t times = item.find("(x");
    const int tasks = number(item.substr(0, times));
    const int nodes = times == std::string_view::npos || !item.ends_with(')')
                          ? 1
                          : number(item.substr(times + 2, item.size() - times - 3));
    if (tasks < 0 || nodes < 1) {
      return 0;
    }
    if (left < nodes) {
      return tasks;
    }
    left -= nodes;
  }
  return 0;
}

// By what statfs(2) calls them; anything else may be shared.
bool is_local(const std::string& path)
{
  constexpr std::array<std::uint32_t, 9> kLocal{
      0xEF53,      // ext2, 3, 4
      0x58465342,  // xfs
      0x9123683E,  // btrfs
      0x01021994,  // tmpfs
      0x794C7630,  // overlay
      0x2FC12FC1,  // zfs
      0xF2F52010,  // f2fs
      0x858458F6,  // ramfs
      0x3153464A,  // jfs
  };
  struct statfs info {};
  return ::statfs(path.c_str(), &info) == 0 &&
         std::ranges::find(kLocal, static_cast<std::uint32_t>(info.f_type)) != kLocal.end();
}

StepPlace step_place(const RunRecord& record)
{
  StepPlace place;
  const int ranks = number(record.scheduler.ntasks);
  const bool shared = record.group != record.id && !record.path.empty();
  if (!shared || ranks < 2 || number(record.scheduler.rank) < 0 || !record.parent.empty()) {
    return place;
  }
  place.ranks = ranks;
  place.here = std::min(ranks_here(), ranks);
  place.alone = place.here > 0 && place.here < ranks && is_local(record.path);
  return place;
}

}  // namespace gpualert::cli
