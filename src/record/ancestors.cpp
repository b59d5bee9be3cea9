#include "record/ancestors.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace gpualert {

int parent_of(int pid)
{
  const Result<std::string> stat = read_file(fmt::format("/proc/{}/stat", pid), 4096);
  const std::size_t at = stat ? stat->rfind(") ") : std::string::npos;
  if (at == std::string::npos) {
    return 0;
  }
  constexpr std::size_t kState = 4;  // ") S 12 …"
  const std::string_view rest = std::string_view(*stat).substr(std::min(at + kState, stat->size()));
  int parent = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), parent);
  return parent;
}

std::string ancestor_called(int pid, std::string_view name)
{
  constexpr int kMostAncestors = 32;
  constexpr std::size_t kMostArguments = 16U << 20U;
  for (int i = 0; i < kMostAncestors && pid > 1; ++i) {
    const Result<std::string> line =
        read_file(fmt::format("/proc/{}/cmdline", pid), kMostArguments);
    if (line && line->starts_with(name)) {
      return line->substr(0, line->find('\0'));
    }
    pid = parent_of(pid);
  }
  return {};
}

}  // namespace gpualert
