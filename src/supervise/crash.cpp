#include "supervise/crash.hpp"

#include "supervise/inherited.hpp"
#include "supervise/wait_status.hpp"
#include "supervise/watch.hpp"

#include <gpualert/supervisor.hpp>

#include <sys/mman.h>
#include <unistd.h>

namespace gpualert::supervision {

namespace {

constexpr std::size_t kStackSize = std::size_t{64} << 10U;
constexpr std::chrono::milliseconds kFinishLimit{5000};

// What the handler needs, out of reach of whatever broke: set once before the job runs.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
struct Lifeline {
  pid_t job = 0;
  const NoteSocket* logger = nullptr;
  sigset_t blocked{};
} lifeline;
void (*handle_fault)(bool sent) = nullptr;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void supervisor_fault(bool /*sent*/) noexcept
{
  Note note{};
  note.say = Say::crashed;
  lifeline.logger->send(note);
  Watch watch(lifeline.job, *lifeline.logger, lifeline.blocked);
  const int status = watch.until_end();
  watch.until_finished(status, kFinishLimit);
  end_like(decode_wait_status(status));
}

}  // namespace

void give_fault_stack() noexcept
{
  void* memory = ::mmap(nullptr, kStackSize, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) {
    const stack_t stack{memory, 0, kStackSize};
    ::sigaltstack(&stack, nullptr);
  }
}

void install_fault_handler(void (*on_fault)(bool sent)) noexcept
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  (void)on_fault;
#else
  give_fault_stack();
  handle_fault = on_fault;
  struct sigaction action {};
  action.sa_sigaction = [](int /*signal*/, siginfo_t* info, void* /*context*/) {
    handle_fault(info->si_code <= 0);
  };
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  for (const int fault : kFaults) {
    ::sigaction(fault, &action, nullptr);
  }
#endif
}

void protect_supervisor(pid_t job, const NoteSocket& logger, const sigset_t& blocked) noexcept
{
  lifeline.job = job;
  lifeline.logger = &logger;
  lifeline.blocked = blocked;
  install_fault_handler([](bool sent) { supervisor_fault(sent); });
}

}  // namespace gpualert::supervision
