#include "mailprog/safe_open.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <string_view>

namespace gpualert::mailprog {

namespace {

constexpr int kMostLinks = 16;
constexpr std::size_t kMostComponents = 256;

void split(std::string_view path, std::deque<std::string>& into)
{
  std::deque<std::string> components;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    if (slash > 0 && path.substr(0, slash) != ".") {
      components.emplace_back(path.substr(0, slash));
    }
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  into.insert(into.begin(), components.begin(), components.end());
}

// File systems whose files tell of the reader, or of the kernel.
bool is_artificial(int fd)
{
  constexpr std::array<decltype(statfs::f_type), 8> kArtificial{
      PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEBUGFS_MAGIC,    TRACEFS_MAGIC,
      CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, SECURITYFS_MAGIC, DEVPTS_SUPER_MAGIC};
  struct statfs info {};
  return ::fstatfs(fd, &info) != 0 ||
         std::find(kArtificial.begin(), kArtificial.end(), info.f_type) != kArtificial.end();
}

Result<std::string> link_text(int link, const std::string& path)
{
  std::array<char, PATH_MAX> text;
  const ssize_t n = ::readlinkat(link, "", text.data(), text.size());
  if (n <= 0 || n == static_cast<ssize_t>(text.size())) {
    return last_os_error("read a link in " + path);
  }
  return std::string(text.data(), static_cast<std::size_t>(n));
}

// The walk: O_PATH gives a handle on whatever is there without touching it.
class Walk {
public:
  explicit Walk(const std::string& path) : path_(path) {}

  Result<Fd> to_end()
  {
    split(path_, left_);
    at_.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    for (std::size_t steps = 0; !left_.empty(); ++steps) {
      if (steps == kMostComponents) {
        return Error{path_ + ": too many components", ELOOP};
      }
      if (Status step = this->step(); !step) {
        return step.error();
      }
    }
    return std::move(at_);
  }

private:
  Status step()
  {
    const std::string name = std::move(left_.front());
    left_.pop_front();
    Fd next{::openat(at_.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)};
    struct stat info {};
    if (!next || ::fstat(next.get(), &info) != 0) {
      return last_os_error("open " + path_);
    }
    if (S_ISLNK(info.st_mode)) {
      return follow(next.get(), info);
    }
    if (is_artificial(next.get())) {
      return Error{path_ + " is not on a file system of files", EINVAL};
    }
    if (!left_.empty() && !S_ISDIR(info.st_mode)) {
      return Error{"open " + path_ + ": Not a directory", ENOTDIR};
    }
    at_ = std::move(next);
    return ok();
  }

  Status follow(int link, const struct stat& info)
  {
    if (left_.empty() || info.st_uid != 0 || ++links_ > kMostLinks) {
      return Error{path_ + " leads through a symbolic link; links are not followed", ELOOP};
    }
    const Result<std::string> text = link_text(link, path_);
    if (!text) {
      return text.error();
    }
    if (text->starts_with('/')) {
      at_.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    split(*text, left_);
    return ok();
  }

  const std::string& path_;
  std::deque<std::string> left_;
  Fd at_;
  int links_ = 0;
};

}  // namespace

Result<Fd> open_for_owner(const std::string& path, const Owner& owner)
{
  if (!path.starts_with('/') || path.find('\0') != std::string::npos) {
    return Error{"open " + path + ": not an absolute path", EINVAL};
  }
  const Result<ActAs> acting = ActAs::begin(owner);
  if (!acting) {
    return acting.error();
  }
  const Result<Fd> handle = Walk{path}.to_end();
  if (!handle) {
    return handle.error();
  }
  struct stat info {};
  if (::fstat(handle->get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return Error{path + " is not a regular file", EINVAL};
  }
  if (::geteuid() != 0 && info.st_uid != owner.uid) {
    return Error{path + " does not belong to the job's owner", EACCES};
  }
  const std::string same = "/proc/self/fd/" + std::to_string(handle->get());
  Fd file{::open(same.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  return file ? Result<Fd>(std::move(file)) : last_os_error("open " + path);
}

}  // namespace gpualert::mailprog
