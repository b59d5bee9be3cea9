#pragma once

#include "supervise/chunk.hpp"
#include "supervise/notes.hpp"
#include "supervise/wake.hpp"

#include <array>
#include <atomic>

namespace gpualert::supervision {

// One thing for the worker to do.
struct Work {
  enum class Kind : std::uint8_t { chunk, note, end, quit };
  Kind kind = Kind::chunk;
  Chunk* chunk = nullptr;        // chunk: what to log and scan …
  std::uint64_t generation = 0;  // … if it is still this one
  std::uint32_t size = 0;
  Note note;  // note: of the supervisor, for the record; end: Say::ended, or nothing if it died
};

// From the copier to the worker, in order. One producer, one consumer, no allocation.
class WorkQueue {
public:
  bool push(const Work& work) noexcept
  {
    const std::size_t last = last_.load(std::memory_order_relaxed);
    if (last - first_.load(std::memory_order_acquire) == kSize) {
      return false;
    }
    ring_.at(last % kSize) = work;
    last_.store(last + 1, std::memory_order_release);
    wake_.notify();
    return true;
  }

  bool pop(Work& work) noexcept
  {
    const std::size_t first = first_.load(std::memory_order_relaxed);
    if (first == last_.load(std::memory_order_acquire)) {
      return false;
    }
    work = ring_.at(first % kSize);
    first_.store(first + 1, std::memory_order_release);
    return true;
  }

  void wait(std::int64_t ns) noexcept { wake_.wait(ns); }
  void wake() noexcept { wake_.notify(); }

private:
  static constexpr std::size_t kSize = 512;
  std::array<Work, kSize> ring_;
  std::atomic<std::size_t> first_{0}, last_{0};
  Wake wake_;
};

}  // namespace gpualert::supervision
