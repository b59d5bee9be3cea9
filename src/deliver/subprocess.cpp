#include "deliver/subprocess.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace gpualert::deliver {

namespace {

constexpr std::size_t kOutputLimit = 64U << 10;
constexpr std::chrono::milliseconds kLook{20};  // between two looks at whether the child ended

struct Pipe {
  Fd reader, writer;
};

Result<Pipe> make_pipe()
{
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return last_os_error("pipe");
  }
  return Pipe{Fd{ends[0]}, Fd{ends[1]}};
}

// posix_spawn's file actions and attributes, freed at the end.
class SpawnPlan {
public:
  SpawnPlan()
  {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);  // also what we ignore: the child starts with every default
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan()
  {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  void connect(const Fd& fd, int as)
  {
    ::posix_spawn_file_actions_adddup2(&actions_, fd.get(), as);
  }

  Result<pid_t> start(const std::vector<std::string>& argv)
  {
    std::vector<char*> pointers;
    pointers.reserve(argv.size() + 1);
    for (const std::string& argument : argv) {
      pointers.push_back(const_cast<char*>(argument.c_str()));
    }
    pointers.push_back(nullptr);
    pid_t pid = 0;
    errno = ::posix_spawn(&pid, argv.front().c_str(), &actions_, &attributes_, pointers.data(),
                          environ);
    return errno == 0 ? Result<pid_t>(pid) : last_os_error("start " + argv.front());
  }

private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Our ends of the child's three streams.
class Streams {
public:
  Streams(Fd in, Fd out, Fd err, std::string_view input)
      : in_(std::move(in)), out_(std::move(out)), err_(std::move(err)), input_(input)
  {
    ::fcntl(in_.get(), F_SETFL, O_NONBLOCK);
    if (input_.empty()) {
      in_.reset();
    }
  }

  // Moves what can be moved, waiting at most `wait` for it.
  void pump(std::chrono::milliseconds wait, Finished& result)
  {
    std::array<pollfd, 3> ready{
        {{in_.get(), POLLOUT, 0}, {out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), static_cast<int>(wait.count())) <= 0) {
      return;
    }
    if (ready[0].revents != 0) {
      feed();
    }
    if (ready[1].revents != 0) {
      drain(out_, result.output);
    }
    if (ready[2].revents != 0) {
      drain(err_, result.errors);
    }
  }

private:
  void feed()
  {
    const ssize_t n = ::write(in_.get(), input_.data(), input_.size());
    if (n > 0) {
      input_.remove_prefix(static_cast<std::size_t>(n));
    }
    // A child that does not want its input is its own affair; its exit status tells.
    if (input_.empty() || (n < 0 && errno != EAGAIN && errno != EINTR)) {
      in_.reset();
    }
  }

  static void drain(Fd& from, std::string& to)
  {
    std::array<char, 4096> buffer{};
    const ssize_t n = ::read(from.get(), buffer.data(), buffer.size());
    if (n > 0) {
      to.append(buffer.data(), std::min(static_cast<std::size_t>(n),
                                        kOutputLimit - std::min(to.size(), kOutputLimit)));
    } else if (n == 0 || errno != EINTR) {
      from.reset();
    }
  }

  Fd in_, out_, err_;
  std::string_view input_;
};

int exit_code(int status)
{
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Finished see_to_its_end(pid_t pid, Streams& streams, const Deadline& deadline)
{
  Finished result;
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (deadline.over()) {
      result.timed_out = true;
      ::kill(-pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      break;
    }
    streams.pump(std::min(kLook, deadline.left()), result);
  }
  constexpr int kRounds = 32;  // what still lies in the pipes: at most 2 × 64 KiB
  for (int i = 0; i < kRounds; ++i) {
    streams.pump(std::chrono::milliseconds(0), result);
  }
  result.exit_code = exit_code(status);
  return result;
}

}  // namespace

Result<Finished> run_process(const std::vector<std::string>& argv, std::string_view input,
                             const Deadline& deadline)
{
  Result<Pipe> in = make_pipe();
  Result<Pipe> out = make_pipe();
  Result<Pipe> err = make_pipe();
  if (!in || !out || !err) {
    return Error{"pipe: too many open files", EMFILE};
  }
  SpawnPlan plan;
  plan.connect(in->reader, STDIN_FILENO);
  plan.connect(out->writer, STDOUT_FILENO);
  plan.connect(err->writer, STDERR_FILENO);
  const Result<pid_t> pid = plan.start(argv);
  if (!pid) {
    return pid.error();
  }
  in->reader.reset();
  out->writer.reset();
  err->writer.reset();
  Streams streams(std::move(in->writer), std::move(out->reader), std::move(err->reader), input);
  return see_to_its_end(pid.value(), streams, deadline);
}

}  // namespace gpualert::deliver
