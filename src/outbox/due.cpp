#include "outbox/due.hpp"

#include "outbox/directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

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

}  // namespace

bool is_entry(std::string_view name)
{
  return !name.empty() && name.front() != '.' && name != kDueFile && name != kDeadDir;
}

bool is_due(std::time_t due_at, std::time_t now)
{
  constexpr std::time_t kDay = 86400;
  return due_at <= now || due_at > now + kDay;
}

void touch_due(int dir)
{
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  set_time(dir, now);
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
