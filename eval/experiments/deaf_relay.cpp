#include "eval/experiments/deaf_relay.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace gpualert::eval {

namespace {

constexpr int kBacklog = 128;

// A socket bound to a free port of the loopback interface; -1 and errno.
int bound_socket()
{
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr generic{};
  std::memcpy(&generic, &address, sizeof address);
  if (fd >= 0 && ::bind(fd, &generic, sizeof generic) == 0) {
    return fd;
  }
  ::close(fd);
  return -1;
}

int port_of(int fd)
{
  sockaddr generic{};
  socklen_t size = sizeof generic;
  sockaddr_in address{};
  ::getsockname(fd, &generic, &size);
  std::memcpy(&address, &generic, sizeof address);
  return ntohs(address.sin_port);
}

}  // namespace

Result<DeafRelay> DeafRelay::make()
{
  DeafRelay relay(bound_socket(), bound_socket());  // the second never listens
  if (relay.silent_ < 0 || relay.closed_ < 0 || ::listen(relay.silent_, kBacklog) != 0) {
    return last_os_error("listen on 127.0.0.1");
  }
  return relay;
}

DeafRelay::DeafRelay(DeafRelay&& other) noexcept
    : silent_(std::exchange(other.silent_, -1)), closed_(std::exchange(other.closed_, -1))
{
}

DeafRelay::~DeafRelay()
{
  for (const int fd : {silent_, closed_}) {
    if (fd >= 0) {
      ::close(fd);
    }
  }
}

int DeafRelay::silent_port() const
{
  return port_of(silent_);
}

int DeafRelay::closed_port() const
{
  return port_of(closed_);
}

}  // namespace gpualert::eval
