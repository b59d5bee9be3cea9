#include "cli/deliverer_call.hpp"

#include "base/fd.hpp"
#include "cli/deliverer.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace gpualert::cli {

namespace {

constexpr std::size_t kMostOutput = 1U << 20;

std::string read_to_end(int fd)
{
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return text;
    }
    if (text.size() < kMostOutput) {
      text.append(buffer.data(), static_cast<std::size_t>(n));
    }
  }
}

Result<pid_t> start(const std::string& program, const std::vector<std::string>& arguments,
                    const std::string& config_file, int out)
{
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  std::string config = config_file;
  const std::vector<char*> environment = deliverer_environment(config);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  // A job has no terminal to answer questions at, and neither has a trial of it.
  int error = ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0 && out >= 0) {
    error = ::posix_spawn_file_actions_adddup2(&actions, out, 1);
  }
  pid_t pid = -1;
  if (error == 0) {
    error =
        ::posix_spawn(&pid, program.c_str(), &actions, nullptr, argv.data(), environment.data());
  }
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    errno = error;
    return last_os_error("start " + program);
  }
  return pid;
}

}  // namespace

Result<Called> call_deliverer(const std::vector<std::string>& arguments,
                              const std::string& config_file, Output output)
{
  const Result<std::string> program = find_deliverer();
  if (!program) {
    return program.error();
  }
  Fd reader;
  Fd writer;
  if (output == Output::captured) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      return last_os_error("make a pipe");
    }
    reader.reset(ends[0]);
    writer.reset(ends[1]);
  }
  const Result<pid_t> pid = start(program.value(), arguments, config_file, writer.get());
  if (!pid) {
    return pid.error();
  }
  writer.reset();
  Called called;
  if (reader) {
    called.output = read_to_end(reader.get());
  }
  int status = 0;
  while (::waitpid(pid.value(), &status, 0) < 0) {
    if (errno != EINTR) {
      return last_os_error("wait for " + program.value());
    }
  }
  constexpr int kSignalBase = 128;
  called.timed_out = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  called.exit_code = WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
  return called;
}

}  // namespace gpualert::cli
