#include "supervise/notes.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace gpualert::supervision {

namespace {

union Control {
  cmsghdr header;
  std::array<char, CMSG_SPACE(sizeof(int))> bytes;
};

bool send_parts(int fd, iovec* parts, std::size_t count, int fd_to_pass) noexcept
{
  Control control{};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = count;
  if (fd_to_pass >= 0) {
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &fd_to_pass, sizeof(int));
  }
  ssize_t n = -1;
  do {
    n = ::sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (n < 0 && errno == EINTR);
  return n >= 0;
}

void take_descriptor(msghdr& message, Fd* passed) noexcept
{
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) {
    return;
  }
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(header), sizeof(int));
  Fd owned{fd};
  if (passed != nullptr) {
    *passed = std::move(owned);
  }
}

}  // namespace

bool NoteSocket::send(const Note& note, int fd_to_pass) const noexcept
{
  Note copy = note;
  iovec part{&copy, sizeof copy};
  return send_parts(fd_.get(), &part, 1, fd_to_pass);
}

bool NoteSocket::send_ready(const ReadyText& text) const noexcept
{
  Note note{};
  note.say = Say::ready;
  ReadyText copy = text;
  std::array<iovec, 2> parts{{{&note, sizeof note}, {&copy, sizeof copy}}};
  return send_parts(fd_.get(), parts.data(), parts.size(), -1);
}

NoteSocket::Got NoteSocket::receive(Note& note, ReadyText* text, Fd* passed) const noexcept
{
  ReadyText unwanted;
  std::array<iovec, 2> parts{
      {{&note, sizeof note}, {text != nullptr ? text : &unwanted, sizeof unwanted}}};
  Control control{};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  ssize_t n = -1;
  do {
    n = ::recvmsg(fd_.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
    return Got::nothing;
  }
  if (n < static_cast<ssize_t>(sizeof note)) {
    return Got::closed;
  }
  take_descriptor(message, passed);
  return Got::note;
}

}  // namespace gpualert::supervision
