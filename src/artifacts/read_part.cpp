#include "artifacts/read_part.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace gpualert {

Result<std::string> read_part(const std::string& path, std::uint64_t offset, std::uint64_t size)
{
  const Fd file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)};
  return file ? read_part(file.get(), path, offset, size) : last_os_error("read " + path);
}

Result<std::string> read_part(int fd, const std::string& path, std::uint64_t offset,
                              std::uint64_t size)
{
  struct stat info {};
  if (::fstat(fd, &info) != 0) {
    return last_os_error("read " + path);
  }
  if (!S_ISREG(info.st_mode)) {
    return Error{"read " + path + ": it is not a regular file"};
  }
  std::string bytes(size, '\0');
  std::uint64_t have = 0;
  while (have < size) {
    const ssize_t n =
        ::pread(fd, bytes.data() + have, size - have, static_cast<off_t>(offset + have));
    if (n == 0) {
      break;
    }
    if (n < 0 && errno != EINTR) {
      return last_os_error("read " + path);
    }
    have += n > 0 ? static_cast<std::uint64_t>(n) : 0;
  }
  bytes.resize(have);
  return bytes;
}

}  // namespace gpualert
