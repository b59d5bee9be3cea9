#include "base/file.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>

namespace gpualert {

Status write_all(int fd, std::string_view data, const std::string& doing)
{
  while (!data.empty()) {
    const ssize_t n = ::write(fd, data.data(), data.size());
    if (n >= 0) {
      data.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return last_os_error(doing);
    }
  }
  return ok();
}

Result<std::string> read_file(const std::string& path, std::size_t limit)
{
  const Fd fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (!fd) {
    return last_os_error("open " + path);
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error("stat " + path);
  }
  if (S_ISDIR(info.st_mode)) {
    return Error{"read " + path + ": Is a directory", EISDIR};
  }
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return last_os_error("read " + path);
    }
    if (n == 0) {
      return text;
    }
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (text.size() > limit) {
      return Error{"read " + path + ": larger than " + std::to_string(limit) + " bytes", EFBIG};
    }
  }
}

Status write_file_atomic(const std::string& path, std::string_view data, Sync sync)
{
  const std::string temporary = path + ".tmp" + std::to_string(::getpid());
  Fd fd{::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!fd) {
    return last_os_error("create " + temporary);
  }
  Status status = write_all(fd.get(), data, "write " + temporary);
  if (status && sync == Sync::yes && ::fsync(fd.get()) != 0) {
    status = last_os_error("fsync " + temporary);
  }
  fd.reset();
  if (status && ::rename(temporary.c_str(), path.c_str()) != 0) {
    status = last_os_error("rename " + temporary + " to " + path);
  }
  if (!status) {
    ::unlink(temporary.c_str());
  }
  return status;
}

Status make_dirs(const std::string& path, mode_t mode)
{
  if (::mkdir(path.c_str(), mode) == 0) {
    return ok();
  }
  if (errno == ENOENT) {
    const auto slash = path.find_last_of('/');
    if (slash == std::string::npos || slash == 0) {
      return last_os_error("mkdir " + path);
    }
    if (Status parent = make_dirs(path.substr(0, slash), mode); !parent) {
      return parent;
    }
    if (::mkdir(path.c_str(), mode) == 0) {
      return ok();
    }
  }
  if (errno == EEXIST) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
      return ok();
    }
    errno = ENOTDIR;
  }
  return last_os_error("mkdir " + path);
}

Status sync_dir(const std::string& path)
{
  const Fd fd{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!fd) {
    return last_os_error("open " + path);
  }
  // EINVAL: a file system that cannot sync directories (some FUSE ones) has nothing to lose by it.
  if (::fsync(fd.get()) != 0 && errno != EINVAL) {
    return last_os_error("fsync " + path);
  }
  return ok();
}

std::string absolute_path(const std::string& path)
{
  if (path.empty() || path.front() == '/') {
    return path;
  }
  std::array<char, PATH_MAX> cwd;
  if (::getcwd(cwd.data(), cwd.size()) == nullptr) {
    return path;  // a deleted working directory: the relative name is all there is
  }
  return std::string(cwd.data()) + "/" + path;
}

}  // namespace gpualert
