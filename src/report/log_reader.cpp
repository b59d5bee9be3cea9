#include "report/log_reader.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace gpualert::report {

Result<LogReader> LogReader::open(const LogState& log, int open_fd)
{
  if (log.path.empty() && open_fd < 0) {
    return Error{"the log was kept in memory only", 0};
  }
  Fd fd{open_fd >= 0
            ? ::fcntl(open_fd, F_DUPFD_CLOEXEC, 0)
            : ::open(log.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  if (!fd) {
    if (errno == ELOOP) {
      return Error{log.path + " is a symbolic link; links are not followed", ELOOP};
    }
    return last_os_error("open " + log.path);
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error("stat " + log.path);
  }
  if (!S_ISREG(info.st_mode)) {
    return Error{log.path + " is not a regular file", 0};
  }
  // With --log FILE the file may hold other runs, before this one and after it.
  const std::uint64_t end =
      std::min(static_cast<std::uint64_t>(info.st_size), log.base_offset + log.bytes);
  const std::uint64_t begin = std::min(log.base_offset, end);
  return LogReader{std::move(fd), log.path, begin, end - begin};
}

Result<std::string> LogReader::read(std::uint64_t offset, std::uint64_t bytes) const
{
  const std::uint64_t from = std::min(offset, size_);
  std::string text(std::min(bytes, size_ - from), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t n = ::pread(fd_.get(), &text[have], text.size() - have,
                              static_cast<off_t>(base_ + from + have));
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return last_os_error("read " + path_);
    }
    if (n == 0) {
      break;  // cut short meanwhile
    }
    have += static_cast<std::size_t>(n);
  }
  text.resize(have);
  return text;
}

}  // namespace gpualert::report
