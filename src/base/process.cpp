#include "base/process.hpp"

#include "base/file.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>

namespace gpualert {

namespace {

// "4711 (any ) name) S 1 …", from the state on: the name ends at the last ')'.
std::string stat_of(int pid)
{
  const Result<std::string> stat = read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
  const std::size_t name_end = stat ? stat.value().rfind(") ") : std::string::npos;
  return name_end == std::string::npos ? std::string() : stat.value().substr(name_end + 2);
}

}  // namespace

bool is_alive(int pid)
{
  if (pid <= 0 || (::kill(pid, 0) != 0 && errno == ESRCH)) {
    return false;
  }
  const std::string stat = stat_of(pid);
  return !stat.starts_with('Z') && !stat.starts_with('X');
}

std::uint64_t process_start(int pid)
{
  const std::string stat = stat_of(pid);
  std::string_view rest = stat;
  constexpr int kFieldsBetween = 19;
  for (int i = 0; i < kFieldsBetween; ++i) {
    const std::size_t space = rest.find(' ');
    rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
  }
  std::uint64_t ticks = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), ticks);
  return ticks;
}

// The link reads "pid:[4026531836]".
std::string pid_namespace()
{
  std::array<char, 64> link{};
  const ssize_t n = ::readlink("/proc/self/ns/pid", link.data(), link.size() - 1);
  const std::string_view text(link.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  const std::size_t open = text.find('[');
  return open == std::string_view::npos || !text.ends_with(']')
             ? "0"
             : std::string(text.substr(open + 1, text.size() - open - 2));
}

}  // namespace gpualert
