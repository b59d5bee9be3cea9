#include <gpualert/supervisor.hpp>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

namespace gpualert {

void end_like(const Ending& ending) noexcept
{
  if (const auto* exited = std::get_if<Exited>(&ending)) {
    ::_exit(exited->code);
  }
  const auto* signalled = std::get_if<Signalled>(&ending);
  const int signal = signalled != nullptr ? signalled->signal : SIGKILL;
  // The job's core file is the one worth having.
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::prctl(PR_SET_DUMPABLE, 0);
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  sigset_t one;
  ::sigemptyset(&one);
  ::sigaddset(&one, signal);
  ::kill(::getpid(), signal);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  ::_exit(128 + signal);  // pid 1, or a signal that does not kill
}

}  // namespace gpualert
