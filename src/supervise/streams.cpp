#include "supervise/streams.hpp"

#include "supervise/descriptors.hpp"

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace gpualert::supervision {

namespace {

// OPOST is off on our slave only: the log gets plain "\n", and the user's terminal, whose own
// settings are never touched, adds the "\r" when we pass the bytes on.
bool make_pty(int terminal, JobStream& stream) noexcept
{
  winsize size{24, 80, 0, 0};
  termios settings{};
  const bool real =
      ::ioctl(terminal, TIOCGWINSZ, &size) == 0 && ::tcgetattr(terminal, &settings) == 0;
  int master = -1;
  int slave = -1;
  if (::openpty(&master, &slave, nullptr, real ? &settings : nullptr, &size) != 0) {
    return false;
  }
  if (!real) {
    ::tcgetattr(slave, &settings);
  }
  settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  settings.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON);
  ::tcsetattr(slave, TCSANOW, &settings);
  stream.pty = true;
  stream.ours = raise_fd(Fd{master});
  stream.theirs = raise_fd(Fd{slave});
  return true;
}

bool make_pipe(JobStream& stream) noexcept
{
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return false;
  }
  stream.ours = raise_fd(Fd{ends[0]});
  stream.theirs = raise_fd(Fd{ends[1]});
  return true;
}

}  // namespace

std::optional<JobStreams> make_streams(const Inherited& inherited, PtyMode mode) noexcept
{
  JobStreams streams;
  for (int fd = 1; fd <= 2; ++fd) {
    const auto i = static_cast<std::size_t>(fd);
    if (inherited.closed.at(i) || (fd == 2 && inherited.one_output)) {
      continue;
    }
    JobStream& stream = streams.list.at(streams.count);
    stream.original = fd;
    stream.stream = inherited.one_output ? Stream::both : (fd == 1 ? Stream::out : Stream::err);
    const bool want_pty =
        mode == PtyMode::always || (mode == PtyMode::automatic && inherited.terminal.at(i));
    if (!(want_pty && make_pty(fd, stream)) && !make_pipe(stream)) {
      return std::nullopt;
    }
    // Our end does not block; it is an open file description of its own, so the job never sees it.
    ::fcntl(stream.ours.get(), F_SETFL, O_NONBLOCK);
    ++streams.count;
  }
  return streams;
}

void install_streams(const JobStreams& streams, const Inherited& inherited) noexcept
{
  for (std::size_t i = 0; i < streams.count; ++i) {
    const JobStream& stream = streams.list.at(i);
    ::dup2(stream.theirs.get(), stream.original);
    if (inherited.one_output) {
      ::dup2(stream.theirs.get(), 2);
    }
  }
}

}  // namespace gpualert::supervision
