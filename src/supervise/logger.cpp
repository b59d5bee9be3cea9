#include "supervise/logger.hpp"

#include "supervise/copier.hpp"
#include "supervise/crash.hpp"
#include "supervise/descriptors.hpp"
#include "supervise/finish_alone.hpp"
#include "supervise/worker.hpp"

#include <malloc.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <ctime>

#include <new>

namespace gpualert::supervision {

namespace {

// RE2 parses patterns recursively, with a limit of its own that fits.
constexpr std::size_t kWorkerStack = std::size_t{1} << 20U;
constexpr int kParkTries = 100;

// The parts of this process, where the fault handler finds them.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
Shared shared;
Copier* the_copier = nullptr;
pid_t main_thread = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void nap() noexcept
{
  const timespec ten_ms{0, 10'000'000};
  ::nanosleep(&ten_ms, nullptr);
}

// A crash of the worker (the scanner, say) stops it here; the copier notices and goes on alone. A
// crash of the copier is followed by a copier without the worker, which is made to stop first: the
// job's output goes on into the log and to the user.
void on_fault(bool sent) noexcept
{
  if (static_cast<pid_t>(::syscall(SYS_gettid)) != main_thread) {
    shared.worker_gone = true;
    shared.tell_copier();
    for (;;) {
      ::pause();
    }
  }
  if (sent && the_copier->puts_off_fault()) {
    return;
  }
  shared.park = true;
  shared.queue.wake();
  for (int i = 0; i < kParkTries && !shared.parked && !shared.worker_gone; ++i) {
    nap();
  }
  the_copier->go_alone();
  the_copier->run();
  ::_exit(0);
}

void* worker_main(void* argument) noexcept
{
  auto* worker = static_cast<Worker*>(argument);
  install_fault_handler([](bool sent) { on_fault(sent); });
  worker->set_up();
  remember_run(worker->files().record().path);
  worker->run();
  return nullptr;
}

bool start_worker(Worker& worker, pthread_t& thread) noexcept
{
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kWorkerStack);
  const bool started = ::pthread_create(&thread, &attributes, worker_main, &worker) == 0;
  ::pthread_attr_destroy(&attributes);
  return started;
}

}  // namespace

void run_logger(JobStreams& streams, NoteSocket supervisor, const Inherited& inherited,
                const std::vector<std::string>& argv, const SupervisorOptions& options,
                RunObserver& observer, pid_t supervisor_pid) noexcept
{
  for (JobStream& stream : streams.list) {
    stream.theirs.reset();
  }
  close_others({supervisor.fd(), streams.list[0].ours.get(), streams.list[1].ours.get()});
  main_thread = ::getpid();
  // Only the worker allocates: a second arena would map 64 MiB of address space for nothing.
  ::mallopt(M_ARENA_MAX, 1);
  Copier copier(shared, supervisor, inherited);
  the_copier = &copier;
  install_fault_handler([](bool sent) { on_fault(sent); });
  Worker worker(shared, argv, options, observer, supervisor, supervisor_pid, copier.message_fd());
  pthread_t thread{};
  // First of all, because the supervisor waits for what it does.
  const bool threaded = start_worker(worker, thread);
  if (!copier.take_streams(streams)) {
    ::_exit(1);  // the job's writes would fail: the supervisor sees us gone and runs it in place
  }
  release_standard_fds();
  if (!threaded) {  // no more processes allowed: slower, and without a witness while a disk is slow
    worker.set_up();
    remember_run(worker.files().record().path);
    shared.worker_gone = true;
  }
  copier.run();
  if (threaded && !shared.worker_gone) {
    Work quit;
    quit.kind = Work::Kind::quit;
    while (!shared.queue.push(quit)) {
      nap();
    }
    ::pthread_join(thread, nullptr);
  }
  ::_exit(0);
}

}  // namespace gpualert::supervision
