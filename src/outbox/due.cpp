#include "outbox/due.hpp"

#include "outbox/directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>

namespace gpualert::outbox {

namespace {

void set_time(int dir, const timespec& time)
{
  const Fd fd{::openat(dir, kDueFile,
                       O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600)};
  if (fd) {
    const std::array<timespec, 2> times{time, time};
    ::futimens(fd.get(), times.data());
  }
}

// Makes the file with its time in one step. False when that cannot be, or somebody else made it
// meanwhile. Setting the time of one that exists would undo the "now" of another publisher.
bool make_due(int dir, std::int64_t at_s)
{
  static std::atomic<int> count{0};
  const std::string name = std::string(kTemporaryPrefix) + "due." + std::to_string(::getpid()) +
                           "." + std::to_string(count.fetch_add(1));
  const Fd fd{
      ::openat(dir, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!fd) {
    return false;
  }
  const timespec time{static_cast<std::time_t>(at_s), 0};
  const std::array<timespec, 2> times{time, time};
  const bool made =
      ::futimens(fd.get(), times.data()) == 0 && ::linkat(dir, name.c_str(), dir, kDueFile, 0) == 0;
  ::unlinkat(dir, name.c_str(), 0);
  return made;
}

}  // namespace

bool is_entry(std::string_view name)
{
  return !name.empty() && name.front() != '.' && name != kDueFile && name != kDeadDir &&
         name != kHeldDir && name != kRateDir;
}

bool is_due(std::time_t due_at, std::time_t now)
{
  constexpr std::time_t kDay = 86400;
  return due_at <= now || due_at > now + kDay;
}

void lower_due(int dir, std::int64_t at_s)
{
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  struct stat info {};
  const bool exists = ::fstatat(dir, kDueFile, &info, AT_SYMLINK_NOFOLLOW) == 0;
  const bool later = at_s > now.tv_sec;
  const bool set = later && (exists ? info.st_mtim.tv_sec <= at_s : make_due(dir, at_s));
  if (!set) {
    set_time(dir, now);
  }
}

void set_due(int dir, std::optional<std::int64_t> at_s)
{
  if (at_s) {
    set_time(dir, {static_cast<std::time_t>(*at_s), 0});
  } else {
    ::unlinkat(dir, kDueFile, 0);
  }
}

}  // namespace gpualert::outbox
