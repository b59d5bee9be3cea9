#include "supervise/downstream.hpp"

#include "supervise/descriptors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <climits>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace gpualert::supervision {

namespace {

Fd reopen_nonblocking(int fd) noexcept
{
  constexpr std::string_view kPrefix = "/proc/self/fd/";
  std::array<char, 40> path{};
  std::memcpy(path.data(), kPrefix.data(), kPrefix.size());
  std::to_chars(path.data() + kPrefix.size(), path.data() + path.size() - 1, fd);
  return Fd{::open(path.data(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
}

bool would_block(int fd) noexcept
{
  pollfd ready{fd, POLLOUT, 0};
  return ::poll(&ready, 1, 0) == 0;
}

}  // namespace

void Downstream::open(int original) noexcept
{
  fd_ = raise_fd(Fd{::fcntl(original, F_DUPFD_CLOEXEC, 3)});
  struct stat info {};
  if (!fd_ || ::fstat(fd_.get(), &info) != 0) {
    return;
  }
  if (S_ISFIFO(info.st_mode)) {
    kind_ = Kind::pipe;
  } else if (S_ISSOCK(info.st_mode)) {
    kind_ = Kind::socket;
  } else if (S_ISCHR(info.st_mode) && ::isatty(fd_.get()) != 0) {
    kind_ = Kind::terminal;
  }
  if (kind_ == Kind::pipe || kind_ == Kind::terminal) {
    // Refused when the user id changed since it was opened: then small writes after POLLOUT.
    if (Fd own = reopen_nonblocking(fd_.get())) {
      fd_ = raise_fd(std::move(own));
      own_description_ = true;
    }
  }
}

Downstream::Written Downstream::write(std::string_view bytes) noexcept
{
  ssize_t n = -1;
  do {
    if (kind_ == Kind::socket) {
      n = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    } else if (kind_ == Kind::file || own_description_) {
      n = ::write(fd_.get(), bytes.data(), bytes.size());
    } else {
      if (would_block(fd_.get())) {
        return {Outcome::blocked, 0};
      }
      n = ::write(fd_.get(), bytes.data(), bytes.size() < PIPE_BUF ? bytes.size() : PIPE_BUF);
    }
  } while (n < 0 && errno == EINTR);
  if (n >= 0) {
    return {Outcome::written, static_cast<std::size_t>(n)};
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK) {
    return {Outcome::blocked, 0};
  }
  return {errno == EPIPE || errno == ECONNRESET ? Outcome::reader_left : Outcome::lost, 0};
}

}  // namespace gpualert::supervision
