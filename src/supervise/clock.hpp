#pragma once

#include <cstdint>
#include <ctime>

namespace gpualert::supervision {

// Milliseconds of CLOCK_MONOTONIC. Async-signal-safe.
inline std::int64_t monotonic_ms() noexcept
{
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1'000'000;
}

inline std::int64_t monotonic_ns() noexcept
{
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1'000'000'000 + t.tv_nsec;
}

}  // namespace gpualert::supervision
