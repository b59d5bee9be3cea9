#include "mailprog/child.hpp"

#include "base/fd.hpp"
#include "mailprog/worker_slot.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>

namespace gpualert::mailprog {

namespace {

constexpr rlim_t kMemory = 4ULL << 30U;

[[noreturn]] void live(const std::function<bool()>& work)
{
  ::close(kSlotFd);  // a child that cannot die must not keep the slot
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const rlimit limit{kMemory, kMemory};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
  bool done = false;
  try {
    done = work();
  } catch (const std::exception&) {
    done = false;  // of memory: the parent goes on without the output
  }
  ::_exit(done ? 0 : 1);
}

// Ended by then?
bool ends_within(pid_t pid, std::chrono::milliseconds limit)
{
  const Fd handle{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
  const auto end = std::chrono::steady_clock::now() + limit;
  pollfd wanted{handle.get(), POLLIN, 0};
  for (auto left = limit; handle && left.count() > 0;) {
    const int ready = ::poll(&wanted, 1, static_cast<int>(left.count()));
    if (ready > 0) {
      return true;
    }
    if (ready < 0 && errno != EINTR) {
      break;
    }
    left = std::chrono::duration_cast<std::chrono::milliseconds>(end -
                                                                 std::chrono::steady_clock::now());
  }
  return false;
}

}  // namespace

bool in_child(const std::function<bool()>& work, std::chrono::seconds limit)
{
  constexpr std::chrono::seconds kToDie{2};
  const pid_t pid = ::fork();
  if (pid < 0) {
    return false;
  }
  if (pid == 0) {
    live(work);
  }
  if (!ends_within(pid, limit)) {
    ::kill(pid, SIGKILL);
    if (!ends_within(pid, kToDie)) {
      return false;
    }
  }
  int status = 0;
  return ::waitpid(pid, &status, 0) == pid && status == 0;
}

}  // namespace gpualert::mailprog
