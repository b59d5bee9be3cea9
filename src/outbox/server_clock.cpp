#include "outbox/server_clock.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace gpualert::outbox {

namespace {

constexpr int kOpen = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

// Without a time, the server takes its own. NFS 3 keeps something else in the date of a file made
// with O_EXCL until it is set.
Status date(int fd, const char* name)
{
  return ::futimens(fd, nullptr) == 0 ? ok() : Status(last_os_error(std::string("date ") + name));
}

}  // namespace

Result<std::int64_t> stamp(int dir, const char* name)
{
  const Fd fd{::openat(dir, name, kOpen, 0600)};
  if (!fd) {
    return last_os_error(std::string("open ") + name);
  }
  if (Status dated = date(fd.get(), name); !dated) {
    return dated.error();
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error(std::string("stat ") + name);
  }
  return changed_ns(info);
}

Result<bool> stamp_new(int dir, const char* name)
{
  const Fd fd{::openat(dir, name, kOpen | O_EXCL, 0600)};
  if (!fd) {
    return errno == EEXIST ? Result<bool>(false) : last_os_error(std::string("create ") + name);
  }
  const Status dated = date(fd.get(), name);
  return dated ? Result<bool>(true) : dated.error();
}

std::int64_t stamped_ns(int dir, const char* name)
{
  struct stat info {};
  return ::fstatat(dir, name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? changed_ns(info) : 0;
}

}  // namespace gpualert::outbox
