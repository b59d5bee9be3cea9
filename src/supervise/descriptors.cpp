#include "supervise/descriptors.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>

namespace gpualert::supervision {

namespace {

constexpr std::size_t kMaxKept = 32;

void close_between(unsigned first, unsigned last) noexcept
{
  if (first > last) {
    return;
  }
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, last, 0U) == 0) {
    return;
  }
#endif
  const long limit = ::sysconf(_SC_OPEN_MAX);
  for (long fd = first; fd <= static_cast<long>(last) && fd < limit; ++fd) {
    ::close(static_cast<int>(fd));
  }
}

}  // namespace

Fd raise_fd(Fd fd) noexcept
{
  if (!fd) {
    return fd;
  }
  for (const int lowest : {100, 10, 3}) {
    if (const int raised = ::fcntl(fd.get(), F_DUPFD_CLOEXEC, lowest); raised >= 0) {
      return Fd{raised};
    }
  }
  return fd;
}

void close_others(std::initializer_list<int> keep) noexcept
{
  std::array<unsigned, kMaxKept> kept{};
  std::size_t count = 0;
  for (const int fd : keep) {
    if (fd >= 3 && count < kept.size()) {
      kept.at(count++) = static_cast<unsigned>(fd);
    }
  }
  std::sort(kept.begin(), kept.begin() + count);
  unsigned next = 3;
  for (std::size_t i = 0; i < count; ++i) {
    close_between(next, kept.at(i) - 1);
    next = kept.at(i) + 1;
  }
  close_between(next, UINT_MAX);
}

void release_standard_fds() noexcept
{
  const Fd null{::open("/dev/null", O_RDWR | O_CLOEXEC)};
  for (int fd = 0; fd <= 2 && null; ++fd) {
    ::dup2(null.get(), fd);
  }
}

}  // namespace gpualert::supervision
