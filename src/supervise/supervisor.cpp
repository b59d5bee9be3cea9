// The supervisor process. In order: take what was inherited, make the ways for the output, start
// the logger, wait until the log is ready, start the job, let go of the user's descriptors, watch.
#include "supervise/command.hpp"
#include "supervise/crash.hpp"
#include "supervise/descriptors.hpp"
#include "supervise/finish_alone.hpp"
#include "supervise/inherited.hpp"
#include "supervise/launch.hpp"
#include "supervise/logger.hpp"
#include "supervise/message.hpp"
#include "supervise/notes.hpp"
#include "supervise/streams.hpp"
#include "supervise/wait_status.hpp"
#include "supervise/watch.hpp"

#include "supervise/clock.hpp"

#include <gpualert/supervisor.hpp>

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace gpualert {

using namespace supervision;

namespace {

constexpr int kReadyMs = 2000;  // a hung file system must not stop the job for longer

class Supervisor {
public:
  Supervisor(const std::vector<std::string>& argv, const SupervisorOptions& options)
      : argv_(argv), options_(options), inherited_(take_inherited())
  {
  }

  Ending run(RunObserver& observer);

private:
  bool start_logger(RunObserver& observer);
  void wait_until_ready();
  std::vector<std::string> environment() const;
  int start_job(const Command& command);
  [[noreturn]] void run_in_place(const char* why);
  void tell_started() const;

  const std::vector<std::string>& argv_;
  const SupervisorOptions& options_;
  Inherited inherited_;
  JobStreams streams_;
  NoteSocket logger_;
  ReadyText ready_;
  pid_t job_ = -1;
};

// A job without supervision is better than no job.
void Supervisor::run_in_place(const char* why)
{
  const int error = errno;
  const std::string message =
      error == 0 ? std::string() : ": " + std::generic_category().message(error);
  write_message(inherited_.closed[2] ? -1 : 2,
                std::string(why) + message + "; the command runs without gpualert");
  Note note{};
  note.say = Say::in_place;
  if (logger_.fd() >= 0) {
    logger_.send(note);
  }
  const Command command(argv_, {}, options_.remove_environment);
  close_what_was_closed(inherited_);
  restore_signals(inherited_);
  const int failed = command.exec();
  write_message(2, argv_.front() + ": " + std::generic_category().message(failed));
  ::_exit(failed == ENOENT ? 127 : 126);
}

bool Supervisor::start_logger(RunObserver& observer)
{
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return false;
  }
  Fd ours = raise_fd(Fd{ends[0]});
  Fd theirs = raise_fd(Fd{ends[1]});
  const pid_t self = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    ours.reset();
    run_logger(streams_, NoteSocket(std::move(theirs)), inherited_, argv_, options_, observer,
               self);
  }
  if (pid < 0) {
    return false;
  }
  logger_ = NoteSocket(std::move(ours));
  return true;
}

void Supervisor::wait_until_ready()
{
  const std::int64_t deadline = monotonic_ms() + kReadyMs;
  for (;;) {
    Note note{};
    const auto got = logger_.receive(note, &ready_);
    const std::int64_t left = deadline - monotonic_ms();
    if (got == NoteSocket::Got::closed) {
      errno = 0;  // it had too few descriptors or too little memory, and could not say which
      run_in_place("the logger did not start");
    }
    if (got == NoteSocket::Got::note && note.say == Say::ready) {
      return;
    }
    if (got == NoteSocket::Got::nothing) {
      if (left <= 0) {
        break;
      }
      pollfd ready{logger_.fd(), POLLIN, 0};
      ::poll(&ready, 1, static_cast<int>(left));
    }
  }
  ready_ = ReadyText{};
  if (!options_.quiet) {
    write_message(inherited_.closed[2] ? -1 : 2,
                  "the run directory does not answer; the job starts with its log in memory");
  }
}

std::vector<std::string> Supervisor::environment() const
{
  std::vector<std::string> set;
  if (!options_.add_environment) {
    return set;
  }
  if (ready_.id[0] != '\0') {
    set.push_back(std::string("GPUALERT_RUN_ID=") + ready_.id.data());
  }
  if (ready_.path[0] != '\0') {
    set.push_back(std::string("GPUALERT_RUN_PATH=") + ready_.path.data());
  }
  // Python writes in blocks into a pipe: what is in its buffer when it is killed would be lost.
  if (std::getenv("PYTHONUNBUFFERED") == nullptr) {
    set.emplace_back("PYTHONUNBUFFERED=1");
  }
  return set;
}

// 0, or the errno that exec gave.
int Supervisor::start_job(const Command& command)
{
  const Launched launched = launch(command, streams_, inherited_);
  job_ = launched.pid;
  if (job_ < 0) {
    run_in_place("fork");
  }
  streams_ = JobStreams{};
  return launched.exec_error;
}

void Supervisor::tell_started() const
{
  Note note{};
  note.say = Say::started;
  note.number = job_;
  note.when = now();
#ifdef SYS_pidfd_open
  const Fd pidfd{static_cast<int>(::syscall(SYS_pidfd_open, job_, 0))};
  logger_.send(note, pidfd.get());
#else
  logger_.send(note);
#endif
}

Ending Supervisor::run(RunObserver& observer)
{
  std::optional<JobStreams> streams = make_streams(inherited_, options_.pty);
  if (!streams) {
    run_in_place("pipe");
  }
  streams_ = std::move(*streams);
  if (!start_logger(observer)) {
    run_in_place("fork");
  }
  // Our copy would keep a pipe open that the logger closes when the reader downstream has left.
  for (JobStream& stream : streams_.list) {
    stream.ours.reset();
  }
  wait_until_ready();
  const int error = start_job(Command(argv_, environment(), options_.remove_environment));
  if (error != 0) {
    write_message(inherited_.closed[2] ? -1 : 2,
                  argv_.front() + ": " + std::generic_category().message(error));
    Note note{};
    note.say = Say::exec_failed;
    note.number = error;
    logger_.send(note);
  } else {
    protect_supervisor(job_, logger_, inherited_.blocked);
    tell_started();
  }
  release_standard_fds();
  close_others({logger_.fd()});
  Watch watch(job_, logger_, inherited_.blocked);
  const int status = watch.until_end();
  watch.until_finished(status, options_.end_limit);
  if (watch.logger_lost()) {
    remember_run(ready_.path.data());
    finish_in_new_process(status, -1);
  }
  if (error != 0) {
    return Exited{error == ENOENT ? 127 : 126};
  }
  return decode_wait_status(status);
}

}  // namespace

Ending supervise(const std::vector<std::string>& argv, const SupervisorOptions& options,
                 RunObserver& observer)
{
  Supervisor supervisor(argv, options);
  return supervisor.run(observer);
}

}  // namespace gpualert
