#include "supervise/message.hpp"

#include <poll.h>
#include <sys/uio.h>

#include <array>

namespace gpualert::supervision {

namespace {

constexpr std::string_view kPrefix = "gpualert: ";
char newline = '\n';  // not const: iovec is not
constexpr int kPatienceMs = 1000;
constexpr std::size_t kMaxLine = 2048;  // below PIPE_BUF: one line is never torn by another writer

}  // namespace

void write_message(int fd, std::string_view line, bool mid_line) noexcept
{
  if (fd < 0) {
    return;
  }
  std::array<char, kMaxLine> text{};
  std::size_t size = 0;
  const auto put = [&](std::string_view part) {
    for (const char c : part) {
      if (size < kMaxLine - 1) {
        text.at(size++) = c == '\n' || c == '\r' || c == '\x1b' ? ' ' : c;
      }
    }
  };
  put(kPrefix);
  put(line);
  text.at(size++) = '\n';
  pollfd ready{fd, POLLOUT, 0};
  if (::poll(&ready, 1, kPatienceMs) > 0 && (ready.revents & POLLOUT) != 0) {
    std::array<iovec, 2> parts{{{&newline, mid_line ? sizeof newline : 0}, {text.data(), size}}};
    (void)!::writev(fd, parts.data(), parts.size());
  }
}

}  // namespace gpualert::supervision
