#include "mailprog/standard_input.hpp"

#include "base/fd.hpp"
#include "base/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace gpualert::mailprog {

namespace {

constexpr std::size_t kMost = 32U << 20U;

// The child's part: what was read, then the rest as it comes.
[[noreturn]] void feed(int to, const StandardInput& input)
{
  ::signal(SIGPIPE, SIG_DFL);  // a mailer that does not want the rest ends this too
  std::array<char, 65536> buffer;
  bool good = bool(write_all(to, input.bytes, "feed the mailer"));
  while (good) {
    const ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    good = n > 0 && write_all(to, {buffer.data(), static_cast<std::size_t>(n)}, "feed the mailer");
  }
  ::_exit(0);
}

Status give_by_child(const StandardInput& input)
{
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return last_os_error("make a pipe");
  }
  const Fd out{ends[0]};
  Fd in{ends[1]};
  const pid_t child = ::fork();
  if (child < 0) {
    return last_os_error("fork");
  }
  if (child == 0) {
    feed(in.release(), input);
  }
  return ::dup2(out.get(), STDIN_FILENO) >= 0 ? ok() : Status{last_os_error("dup2")};
}

}  // namespace

StandardInput read_standard_input()
{
  StandardInput input;
  struct stat info {};
  if (::fstat(STDIN_FILENO, &info) != 0 || S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode) ||
      S_ISDIR(info.st_mode)) {
    return input;
  }
  input.read = true;
  std::array<char, 65536> buffer;
  while (input.bytes.size() < kMost) {
    const ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return input;
    }
    input.bytes.append(buffer.data(), static_cast<std::size_t>(n));
  }
  input.whole = false;
  return input;
}

Status give_back(const StandardInput& input)
{
  if (!input.read) {
    return ok();
  }
  if (!input.whole) {
    return give_by_child(input);
  }
  const Fd memory{::memfd_create("mail", MFD_CLOEXEC)};
  if (!memory || !write_all(memory.get(), input.bytes, "keep the message") ||
      ::lseek(memory.get(), 0, SEEK_SET) != 0 || ::dup2(memory.get(), STDIN_FILENO) < 0) {
    return last_os_error("keep the message");
  }
  return ok();
}

}  // namespace gpualert::mailprog
