#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>

namespace gpualert::supervision {

// Wakes one waiting thread. A notify() before the wait() is not lost. One system call when somebody
// waits, none when nobody does.
class Wake {
public:
  void notify() noexcept
  {
    if (state_.exchange(kNotified) == kWaiting) {
      ::syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    }
  }

  // Until notified, or for `ns` nanoseconds at most (< 0: for ever).
  void wait(std::int64_t ns) noexcept
  {
    std::uint32_t expected = kIdle;
    if (state_.compare_exchange_strong(expected, kWaiting)) {
      const timespec limit{ns / 1'000'000'000, ns % 1'000'000'000};
      ::syscall(SYS_futex, &state_, FUTEX_WAIT_PRIVATE, kWaiting, ns < 0 ? nullptr : &limit,
                nullptr, 0);
    }
    state_.store(kIdle);
  }

private:
  static constexpr std::uint32_t kIdle = 0, kNotified = 1, kWaiting = 2;
  std::atomic<std::uint32_t> state_{kIdle};
};

}  // namespace gpualert::supervision
