#include "supervise/watch.hpp"

#include "supervise/clock.hpp"
#include "supervise/forward.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace gpualert::supervision {

namespace {

constexpr int kWitnessMs = 80;     // how long a word of the witness may take
constexpr int kSameEventMs = 300;  // a word older than this speaks of another signal
// timeout(1) signals us and at once our group too: the job gets one of these, and with us as well
// the second would have merged with the first.
constexpr int kRepeatMs = 50;
constexpr int kLeaveMs = 900;  // asked to leave: within one second
constexpr int kTellEndMs = 1000;

Usage usage_of(const rusage& r) noexcept
{
  const auto us = [](const timeval& t) { return t.tv_sec * std::int64_t{1'000'000} + t.tv_usec; };
  return {us(r.ru_utime), us(r.ru_stime), r.ru_maxrss};
}

}  // namespace

Watch::Watch(pid_t job, const NoteSocket& logger, const sigset_t& blocked) noexcept
    : job_(job),
      logger_(logger),
      signals_(::signalfd(-1, &blocked, SFD_CLOEXEC | SFD_NONBLOCK)),
      logger_gone_(logger.fd() < 0)
{
}

int Watch::until_end() noexcept
{
  reap();
  while (!status_) {
    std::array<pollfd, 2> ready{
        {{signals_, POLLIN, 0}, {logger_gone_ ? -1 : logger_.fd(), POLLIN, 0}}};
    // Without a signalfd (no descriptor left) the job is still waited for, at a slower pace.
    ::poll(ready.data(), ready.size(), signals_ < 0 ? 50 : -1);
    listen(0, 0);
    signalfd_siginfo info{};
    while (!status_ && signals_ >= 0 && ::read(signals_, &info, sizeof info) == sizeof info) {
      take_signal(info);
    }
    if (signals_ < 0) {
      reap();
    }
  }
  return *status_;
}

void Watch::take_signal(const signalfd_siginfo& info) noexcept
{
  if (static_cast<int>(info.ssi_signo) == SIGCHLD) {
    reap();
  } else {
    forward(info);
  }
}

void Watch::forward(const signalfd_siginfo& info) noexcept
{
  const int signal = static_cast<int>(info.ssi_signo);
  const bool from_kernel = info.ssi_code == SI_KERNEL;
  Note note{};
  note.say = Say::signal;
  note.number = signal;
  note.pid = static_cast<std::int32_t>(info.ssi_pid);
  note.when = now();
  bool deliver = true;
  switch (decide(signal, from_kernel, ::getpgid(job_) == ::getpgrp())) {
    case Delivery::skip:
      deliver = false;
      break;
    case Delivery::ask_witness:
      deliver = !witness_saw(signal);
      break;
    case Delivery::forward:
      break;
  }
  note.extra = from_kernel ? 2 : 0;
  give(note, deliver);
}

// The job is not reaped yet, so the pid is still its own. EPERM (a setuid command) is no reason to
// stop: the signal was simply not ours to give.
void Watch::give(Note note, bool deliver) noexcept
{
  if (deliver && ::kill(job_, note.number) == 0) {
    note.extra |= 1;
  }
  if (!logger_gone_) {
    logger_.send(note);
  }
}

bool Watch::witness_saw(int signal) noexcept
{
  const auto i = static_cast<std::size_t>(signal);
  std::int64_t& seen = seen_ms_.at(i);
  if (counted_.at(i) && monotonic_ms() - seen >= kRepeatMs) {
    seen = 0;
  }
  listen(kWitnessMs, signal);
  const bool saw = seen != 0 && monotonic_ms() - seen < kSameEventMs;
  counted_.at(i) = saw;
  seen = saw ? seen : 0;
  return saw;
}

void Watch::reap() noexcept
{
  int status = 0;
  rusage used{};
  pid_t pid = 0;
  // As pid 1, or after an exec by a shell that had children, there are children not ours.
  while ((pid = ::wait4(-1, &status, WNOHANG | WUNTRACED, &used)) > 0) {
    if (pid != job_) {
      continue;
    }
    if (WIFSTOPPED(status)) {
      stop_with_job(WSTOPSIG(status));
    } else {
      status_ = status;
      usage_ = usage_of(used);
    }
  }
}

void Watch::stop_with_job(int signal) const noexcept
{
  if (!is_job_control_stop(signal)) {
    return;
  }
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (terminal < 0) {
    return;  // no controlling terminal: nobody would ever continue us
  }
  ::close(terminal);
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, &before);
  sigset_t one;
  ::sigemptyset(&one);
  ::sigaddset(&one, signal);
  ::kill(::getpid(), signal);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);  // stopped here, until the shell says fg or bg
  ::sigprocmask(SIG_BLOCK, &one, nullptr);
  ::sigaction(signal, &before, nullptr);
  ::kill(job_, SIGCONT);
}

void Watch::hear(const Note& note) noexcept
{
  switch (note.say) {
    case Say::resized:
    case Say::saw:
      if (note.number > 0 && note.number < kSignals) {
        seen_ms_.at(static_cast<std::size_t>(note.number)) = monotonic_ms();
        counted_.at(static_cast<std::size_t>(note.number)) = false;
      }
      // The kernel's own SIGWINCH came before the pty had its new size: one more makes it known.
      if (note.say == Say::resized && !status_) {
        ::kill(job_, SIGWINCH);
      }
      break;
    case Say::drained:
      drained_ = true;
      break;
    case Say::finished:
      drained_ = finished_ = true;
      break;
    case Say::deliver:
      if (!status_ && note.number > 0 && note.number < kSignals) {
        Note given{};
        given.say = Say::signal;
        given.number = note.number;
        given.pid = ::getpid();
        given.when = now();
        give(given, true);
      }
      break;
    default:
      break;
  }
}

void Watch::listen(int wait_ms, int until_saw) noexcept
{
  const std::int64_t deadline = monotonic_ms() + wait_ms;
  while (!logger_gone_) {
    Note note{};
    const auto got = logger_.receive(note);
    if (got == NoteSocket::Got::note) {
      hear(note);
      continue;
    }
    if (got == NoteSocket::Got::closed) {
      logger_gone_ = true;
      return;
    }
    const std::int64_t left = deadline - monotonic_ms();
    const bool saw =
        until_saw > 0 && seen_ms_.at(static_cast<std::size_t>(until_saw)) != 0 &&
        monotonic_ms() - seen_ms_.at(static_cast<std::size_t>(until_saw)) < kSameEventMs;
    if (saw || left <= 0) {
      return;
    }
    pollfd ready{logger_.fd(), POLLIN, 0};
    ::poll(&ready, 1, static_cast<int>(left));
  }
}

void Watch::tell_end(int status) noexcept
{
  Note note{};
  note.say = Say::ended;
  note.number = status;
  note.when = now();
  note.usage = usage_;
  const std::int64_t deadline = monotonic_ms() + kTellEndMs;
  while (!logger_gone_ && !logger_.send(note)) {
    if (errno != EAGAIN || monotonic_ms() > deadline) {
      logger_gone_ = true;  // gone, or stuck for good: we do not wait for it
    }
    pollfd ready{logger_.fd(), POLLOUT, 0};
    ::poll(&ready, 1, 20);
  }
}

void Watch::until_finished(int status, std::chrono::milliseconds limit) noexcept
{
  tell_end(status);
  std::int64_t deadline = INT64_MAX;
  bool was_drained = false;
  while (!finished_ && !logger_gone_) {
    if (drained_ && !was_drained) {
      was_drained = true;
      deadline = std::min(deadline, monotonic_ms() + limit.count());
    }
    const std::int64_t left = deadline == INT64_MAX ? -1 : deadline - monotonic_ms();
    if (deadline != INT64_MAX && left <= 0) {
      return;
    }
    std::array<pollfd, 2> ready{{{logger_.fd(), POLLIN, 0}, {signals_, POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), static_cast<int>(std::min<std::int64_t>(left, INT_MAX)));
    listen(0, 0);
    signalfd_siginfo info{};
    while (signals_ >= 0 && ::read(signals_, &info, sizeof info) == sizeof info) {
      if (asks_to_leave(static_cast<int>(info.ssi_signo))) {
        deadline = std::min(deadline, monotonic_ms() + kLeaveMs);
      }
    }
  }
}

}  // namespace gpualert::supervision
