#include "supervise/finish_alone.hpp"

#include "supervise/inherited.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <ctime>

#include <array>
#include <charconv>
#include <csignal>
#include <cstring>

namespace gpualert::supervision {

namespace {

constexpr int kPatience = 1500;  // × 10 ms

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<char, 4096> run_path{};

[[noreturn]] void become_finisher(int wait_status, int message_fd, const char* how) noexcept
{
  std::array<char, 16> number{};
  std::to_chars(number.data(), number.data() + number.size() - 1, wait_status);
  if (message_fd >= 0) {
    ::dup2(message_fd, 2);
  }
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int s = 1; s < kSignals; ++s) {
    ::sigaction(s, &action, nullptr);
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execl("/proc/self/exe", "gpualert", "finish-run", run_path.data(), number.data(), how, nullptr);
  ::_exit(127);
}

// False when it died of a signal.
bool finish(int wait_status, int message_fd, const char* how) noexcept
{
  const pid_t pid = ::fork();
  if (pid == 0) {
    become_finisher(wait_status, message_fd, how);
  }
  const timespec ten_ms{0, 10'000'000};
  int status = 0;
  for (int i = 0; pid > 0 && i < kPatience && ::waitpid(pid, &status, WNOHANG) == 0; ++i) {
    ::nanosleep(&ten_ms, nullptr);
  }
  return !WIFSIGNALED(status);
}

}  // namespace

void remember_run(const std::string& path) noexcept
{
  if (path.size() < run_path.size()) {
    std::memcpy(run_path.data(), path.data(), path.size());
  }
}

void finish_in_new_process(int wait_status, int message_fd) noexcept
{
  if (run_path[0] == '\0') {
    return;
  }
  // What broke the scanner once may break it again: then the status alone must do.
  if (!finish(wait_status, message_fd, "with-output")) {
    (void)finish(wait_status, message_fd, "without-output");
  }
}

}  // namespace gpualert::supervision
