#include "outbox/lease.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>

namespace gpualert::outbox {

namespace {

constexpr std::int64_t kClockSkew = 300;
constexpr std::size_t kHostLimit = 40;  // a directory's name has 255 bytes

// Up to the next '.', which is taken away too.
std::string_view take_field(std::string_view& text)
{
  const std::size_t dot = text.find('.');
  const std::string_view field = text.substr(0, dot);
  text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  return field;
}

template <typename Number>
bool parse_number(std::string_view text, Number& number)
{
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0;
}

std::string host_field()
{
  std::array<char, HOST_NAME_MAX + 1> name{};
  ::gethostname(name.data(), name.size() - 1);
  std::string host;
  for (const char c : std::string_view(name.data()).substr(0, kHostLimit)) {
    host += c == '/' || c == kLeaseMark ? '_' : c;
  }
  return host;
}

std::string boot_field()
{
  const Result<std::string> id = read_file("/proc/sys/kernel/random/boot_id", 4096);
  return id ? id.value().substr(0, 8) : "0";
}

// The link reads "pid:[4026531836]".
std::string pid_ns_field()
{
  std::array<char, 64> link{};
  const ssize_t n = ::readlink("/proc/self/ns/pid", link.data(), link.size() - 1);
  const std::string_view text(link.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  const std::size_t open = text.find('[');
  return open == std::string_view::npos || !text.ends_with(']')
             ? "0"
             : std::string(text.substr(open + 1, text.size() - open - 2));
}

// A killed process that nobody has waited for yet is as dead as can be, but kill(2) finds it.
bool is_zombie(int pid)
{
  const Result<std::string> stat = read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
  const std::size_t name_end = stat ? stat.value().rfind(") ") : std::string::npos;
  return name_end != std::string::npos && stat.value().substr(name_end + 2, 1) == "Z";
}

bool is_alive(int pid)
{
  return (::kill(pid, 0) == 0 || errno != ESRCH) && !is_zombie(pid);
}

}  // namespace

std::string to_text(const Lease& lease)
{
  return fmt::format("{}.{}.{}.{}.{}", lease.until_s, lease.pid, lease.boot, lease.pid_ns,
                     lease.host);
}

std::optional<Lease> parse_lease(std::string_view text)
{
  Lease lease;
  if (!parse_number(take_field(text), lease.until_s) ||
      !parse_number(take_field(text), lease.pid)) {
    return std::nullopt;
  }
  lease.boot = take_field(text);
  lease.pid_ns = take_field(text);
  lease.host = text;
  return lease;
}

Lease own_lease(std::int64_t until_s)
{
  return {until_s, ::getpid(), boot_field(), pid_ns_field(), host_field()};
}

bool holds(const Lease& lease, const Lease& me, std::int64_t now_s)
{
  // Another boot id may be another machine of the same name, so it proves nothing.
  if (lease.host != me.host || lease.boot != me.boot) {
    return now_s < lease.until_s + kClockSkew;
  }
  if (now_s >= lease.until_s) {
    return false;
  }
  const bool can_ask = lease.pid_ns == me.pid_ns && me.pid_ns != "0";
  return !can_ask || is_alive(lease.pid);
}

}  // namespace gpualert::outbox
