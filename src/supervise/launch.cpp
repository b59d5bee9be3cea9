#include "supervise/launch.hpp"

#include "base/fd.hpp"
#include "supervise/descriptors.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace gpualert::supervision {

namespace {

struct Child {
  const Command* command;
  const JobStreams* streams;
  const Inherited* inherited;
  int error_pipe;
  pid_t parent;
};

// Nothing between here and exec allocates, or writes to memory that the parent reads afterwards.
int become_job(void* argument) noexcept
{
  const Child& child = *static_cast<const Child*>(argument);
  // kill -9 of the supervisor is meant for the job. The parent may be gone before this took effect.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != child.parent) {
    ::_exit(128 + SIGTERM);
  }
  install_streams(*child.streams, *child.inherited);
  close_what_was_closed(*child.inherited);
  restore_signals(*child.inherited);
  const int error = child.command->exec();
  (void)!::write(child.error_pipe, &error, sizeof error);
  ::_exit(127);
}

// As posix_spawn(3) does it, which cannot do what become_job must: the child borrows our memory, on
// a stack of its own, until it executes. Copying the page tables of a fork would cost a short job a
// tenth of what we cost it in all.
pid_t start_child(Child& child) noexcept
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const pid_t pid = ::fork();
  if (pid == 0) {
    become_job(&child);
  }
  return pid;
#else
  constexpr std::size_t kStackSize = std::size_t{32} << 10U;
  alignas(16) static std::array<char, kStackSize> stack;
  return ::clone(become_job, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | SIGCHLD, &child);
#endif
}

}  // namespace

Launched launch(const Command& command, const JobStreams& streams,
                const Inherited& inherited) noexcept
{
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {};
  }
  const Fd from = raise_fd(Fd{ends[0]});
  Fd to = raise_fd(Fd{ends[1]});
  Child child{&command, &streams, &inherited, to.get(), ::getpid()};
  Launched launched;
  launched.pid = start_child(child);
  if (launched.pid < 0) {
    return launched;
  }
  to.reset();
  int error = 0;
  ssize_t n = 0;
  do {
    n = ::read(from.get(), &error, sizeof error);
  } while (n < 0 && errno == EINTR);
  launched.exec_error = n == static_cast<ssize_t>(sizeof error) ? error : 0;
  return launched;
}

}  // namespace gpualert::supervision
