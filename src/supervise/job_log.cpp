#include "supervise/job_log.hpp"

#include "supervise/descriptors.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace gpualert::supervision {

namespace {

constexpr std::int64_t kRetryNs = 500'000'000;
constexpr std::size_t kMaxGaps = 64;
constexpr std::int64_t kSpaceCheckNs = 2'000'000'000;
constexpr std::uint64_t kSpaceCheckBytes = std::uint64_t{16} << 20U;
constexpr std::uint64_t kReserve = std::uint64_t{1} << 30U;
constexpr int kFlags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

bool is_trusted_link(const std::string& path)
{
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode) &&
         (info.st_uid == ::geteuid() || info.st_uid == 0);
}

}  // namespace

Status JobLog::create(const std::string& path)
{
  Fd fd = raise_fd(Fd{::open(path.c_str(), kFlags | O_CREAT | O_EXCL | O_NOFOLLOW, 0600)});
  if (!fd) {
    return last_os_error("create " + path);
  }
  fd_ = std::move(fd);
  state_.path = path;
  return ok();
}

Status JobLog::open_existing(const std::string& path)
{
  Fd fd{::open(path.c_str(), kFlags | O_CREAT | O_NOFOLLOW, 0600)};
  if (!fd && errno == ELOOP && is_trusted_link(path)) {
    fd.reset(::open(path.c_str(), kFlags | O_CREAT, 0600));
  }
  if (!fd) {
    return last_os_error("open " + path);
  }
  fd_ = raise_fd(std::move(fd));
  struct stat info {};
  if (::fstat(fd_.get(), &info) == 0 && S_ISREG(info.st_mode)) {
    shared_ = true;
    offset_ = static_cast<std::uint64_t>(info.st_size);
  }
  state_.path = path;
  state_.base_offset = offset_;
  return ok();
}

// The job's next checkpoint is worth more than our log: stop before the file system is full.
bool JobLog::space_left(std::int64_t now_ns)
{
  if (since_space_check_ < kSpaceCheckBytes && now_ns - space_checked_ns_ < kSpaceCheckNs) {
    return true;
  }
  space_checked_ns_ = now_ns;
  since_space_check_ = 0;
  struct statvfs fs {};
  if (::fstatvfs(fd_.get(), &fs) != 0 || fs.f_blocks == 0) {
    return true;
  }
  const std::uint64_t total = std::uint64_t{fs.f_blocks} * fs.f_frsize;
  const std::uint64_t free = std::uint64_t{fs.f_bavail} * fs.f_frsize;
  return free >= std::min(kReserve, total / 50);
}

bool JobLog::may_write(std::int64_t now_ns)
{
  if (now_ns < retry_ns_ || !fd_) {
    return false;
  }
  if (!space_left(now_ns)) {
    space_checked_ns_ = 0;  // look again at the next try
    fail("little space is left on the file system, and the job may need it", 0, now_ns);
    return false;
  }
  return true;
}

void JobLog::fail(const std::string& why, std::uint64_t lost, std::int64_t now_ns)
{
  retry_ns_ = now_ns + kRetryNs;
  if (!in_gap_) {
    in_gap_ = true;
    gap_listed_ = state_.gaps.size() < kMaxGaps;
    if (gap_listed_) {
      state_.gaps.push_back({offset_, 0, why});
    }
  }
  state_.lost_bytes += lost;
  if (gap_listed_) {
    state_.gaps.back().bytes += lost;
  }
}

void JobLog::lose(std::uint64_t bytes, const std::string& why)
{
  const std::int64_t retry = retry_ns_;
  fail(why, bytes, 0);
  retry_ns_ = retry;
}

// The server forgot our handle; the name may still lead to the file.
void JobLog::reopen()
{
  Fd again{::open(state_.path.c_str(), kFlags | O_CREAT | O_NOFOLLOW, 0600)};
  if (again) {
    fd_ = raise_fd(std::move(again));
  }
}

void JobLog::write(std::string_view bytes, std::int64_t now_ns)
{
  if (!may_write(now_ns)) {
    lose(bytes.size(), state_.path.empty() ? "no log file could be made" : "");
    return;
  }
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      const int error = n == 0 ? EIO : errno;
      fail("write: " + std::generic_category().message(error), bytes.size(), now_ns);
      if (error == ESTALE) {
        reopen();
      }
      return;
    }
    in_gap_ = false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
    count(static_cast<std::uint64_t>(n));
  }
}

void JobLog::count(std::uint64_t written)
{
  since_space_check_ += written;
  state_.bytes += written;
  offset_ += written;
  if (shared_) {
    const off_t end = ::lseek(fd_.get(), 0, SEEK_CUR);
    offset_ = end >= 0 ? static_cast<std::uint64_t>(end) : offset_;
  }
}

Status JobLog::sync()
{
  if (fd_ && ::fdatasync(fd_.get()) != 0 && errno != EINVAL && errno != EROFS) {
    return last_os_error("sync " + state_.path);
  }
  return ok();
}

}  // namespace gpualert::supervision
