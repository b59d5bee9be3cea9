#include "mailprog/command.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace gpualert::mailprog {

namespace {

constexpr std::size_t kMost = 64U << 10U;

[[noreturn]] void become(std::vector<char*>& argv, int out, std::chrono::seconds limit)
{
  ::alarm(static_cast<unsigned>(limit.count()));  // kept across exec: SIGALRM ends it
  const int null = ::open("/dev/null", O_RDWR);
  ::dup2(null, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(null, STDERR_FILENO);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

std::string read_all(int fd)
{
  std::string text;
  std::array<char, 4096> buffer;
  while (text.size() < kMost) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      break;
    }
  }
  return text;
}

}  // namespace

Result<std::string> output_of(const std::vector<std::string>& argv, std::chrono::seconds limit)
{
  std::vector<std::string> words = argv;
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return last_os_error("make a pipe");
  }
  const Fd in{ends[0]};
  Fd out{ends[1]};
  const pid_t child = ::fork();
  if (child < 0) {
    return last_os_error("fork");
  }
  if (child == 0) {
    become(pointers, out.get(), limit);
  }
  out.reset();
  std::string text = read_all(in.get());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0 ? Result<std::string>(std::move(text))
                     : Error{"run " + argv[0] + ": ended with " + std::to_string(status)};
}

}  // namespace gpualert::mailprog
