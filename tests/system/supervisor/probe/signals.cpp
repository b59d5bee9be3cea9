// Parts that send signals and parts that note which came.
#include "probe.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace probe {

namespace {

// What the handler needs.
int note_fd = -1;
volatile std::sig_atomic_t seen = 0;
volatile std::int64_t last_seen_ms = 0;

void note_signal(int signal)
{
  const int saved = errno;
  std::array<char, 17> line{};
  std::size_t size = signal_text(signal, line.data());
  line.at(size++) = '\n';
  (void)!::write(note_fd, line.data(), size);
  seen = seen + 1;
  last_seen_ms = monotonic_ms();
  errno = saved;
}

void note(std::string_view line)
{
  write_all(note_fd, line);
}

void open_notes(const char* path)
{
  note_fd = ::open(path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
}

// Not caught: what cannot be, faults, the end of children, and stops.
constexpr std::array kLeft{SIGKILL, SIGSTOP, SIGCHLD, SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                           SIGABRT, SIGTRAP, SIGSYS,  SIGTSTP, SIGTTIN, SIGTTOU};

bool is_catchable(int signal)
{
  const bool left = std::find(kLeft.begin(), kLeft.end(), signal) != kLeft.end();
  return !left && (signal >= SIGRTMIN || signal <= SIGSYS);
}

// Unless told to honour what was inherited ignored, as a polite program would.
void catch_everything()
{
  const bool honour = std::getenv("PROBE_HONOURS_IGNORED") != nullptr;
  for (int s = 1; s <= SIGRTMAX; ++s) {
    struct sigaction before {};
    if (!is_catchable(s) || ::sigaction(s, nullptr, &before) != 0 ||
        (honour && before.sa_handler == SIG_IGN)) {
      continue;
    }
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    ::sigfillset(&action.sa_mask);
    ::sigaction(s, &action, nullptr);
  }
}

// The first thread of a process that is not its main thread; 0 when there is none.
pid_t other_thread(pid_t pid)
{
  const std::string path = "/proc/" + std::to_string(pid) + "/task";
  DIR* tasks = ::opendir(path.c_str());
  pid_t found = 0;
  // One thread only.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  for (const dirent* entry = nullptr; tasks != nullptr && (entry = ::readdir(tasks)) != nullptr;) {
    const auto id = static_cast<pid_t>(number(entry->d_name));
    if (id > 0 && id != pid) {
      found = id;
    }
  }
  if (tasks != nullptr) {
    ::closedir(tasks);
  }
  return found;
}

}  // namespace

int raise_signal(int /*count*/, char** args)
{
  const int signal = signal_number(args[0]);
  ::signal(signal, SIG_DFL);
  sigset_t one;
  ::sigemptyset(&one);
  ::sigaddset(&one, signal);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  ::kill(::getpid(), signal);
  sleep_ms(1000);
  return 98;
}

// Notes in FILE "READY" and then each signal, a line each. Leaves with STATUS once N came and
// QUIET_MS passed without another; with 99 after MAX_MS.
int record_signals(int count, char** args)
{
  const long wanted = number(args[1]);
  const long quiet_ms = number(args[2]);
  const int status = static_cast<int>(number(args[3]));
  const long max_ms = count > 4 ? number(args[4]) : 9000;
  open_notes(args[0]);
  catch_everything();
  note("READY\n");
  const std::int64_t start = monotonic_ms();
  for (;;) {
    sleep_ms(10);
    const std::int64_t now = monotonic_ms();
    if (seen >= wanted && now - last_seen_ms >= quiet_ms) {
      return status;
    }
    if (now - start > max_ms) {
      return 99;
    }
  }
}

// Prints "tick" every 50 ms and notes in FILE what ended it: a signal, an error, or MS.
int tick(int /*count*/, char** args)
{
  open_notes(args[0]);
  ::signal(SIGPIPE, SIG_IGN);
  for (const int s : {SIGTERM, SIGHUP, SIGINT}) {
    ::signal(s, note_signal);
  }
  note("READY\n");
  const std::int64_t end = monotonic_ms() + number(args[1]);
  while (monotonic_ms() < end) {
    if (seen > 0) {
      note("ENDED BY SIGNAL\n");
      return 0;
    }
    if (::write(1, "tick\n", 5) < 0) {
      note(errno == EPIPE ? "EPIPE\n" : "OTHER ERROR\n");
      return 0;
    }
    sleep_ms(50);
  }
  note("DONE\n");
  return 0;
}

// Makes one thread of a process fault.
int crash_thread(int /*count*/, char** args)
{
  const auto pid = static_cast<pid_t>(number(args[0]));
  const pid_t thread = std::strcmp(args[2], "main") == 0 ? pid : other_thread(pid);
  if (thread == 0) {
    std::fprintf(stderr, "probe: %d has no other thread\n", static_cast<int>(pid));
    return 1;
  }
  return ::syscall(SYS_tgkill, pid, thread, signal_number(args[1])) == 0 ? 0 : 1;
}

}  // namespace probe
