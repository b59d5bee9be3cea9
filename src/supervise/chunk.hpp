#pragma once

#include <gpualert/byte_sink.hpp>
#include <gpualert/run_record.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace gpualert::supervision {

inline constexpr std::size_t kChunkSize = std::size_t{64} << 10U;
inline constexpr std::size_t kChunksPerSource = 16;  // 1 MiB: with two streams the queue of 2 MiB

// Where a chunk is on its way through the worker.
enum class Phase : std::uint8_t { free, queued, taken, logged, done, dropped };

// A piece of output on its way from the job. The copier (main thread) fills it and passes it on;
// the worker logs and scans it. The generation tells a reused chunk from the one a queue item
// means.
struct Chunk {
  char* data = nullptr;  // kChunkSize bytes
  std::uint32_t size = 0;
  std::uint32_t passed = 0;  // bytes already written downstream
  Stream stream = Stream::unknown;
  Moment read_at;
  std::uint64_t generation = 0;         // written by the copier while the chunk is free
  std::atomic<std::uint64_t> state{0};  // generation << 8 | Phase

  std::string_view bytes() const noexcept { return {data, size}; }
  Phase phase() const noexcept { return static_cast<Phase>(state.load() & 0xFFU); }
  void set(Phase phase) noexcept { state.store(pack(generation, phase)); }
  // From one phase of one generation to another; false when it is not there (any more).
  bool move(std::uint64_t of_generation, Phase from, Phase to) noexcept
  {
    std::uint64_t expected = pack(of_generation, from);
    return state.compare_exchange_strong(expected, pack(of_generation, to));
  }

private:
  static std::uint64_t pack(std::uint64_t generation, Phase phase) noexcept
  {
    return generation << 8U | static_cast<std::uint64_t>(phase);
  }
};

// The chunks of one stream, in an order of their own: the order in which they came.
class ChunkPool {
public:
  // Maps the memory; pages are touched only when used. False when there is none.
  bool allocate() noexcept;

  // A free chunk, or nullptr. It must be given to `push` next.
  Chunk* take() noexcept;
  void push(Chunk* chunk) noexcept;

  // Not yet passed on, oldest first.
  Chunk* front() const noexcept;
  void pop() noexcept;
  std::size_t waiting() const noexcept { return last_ - first_; }

  // Frees chunks that are passed on and done (or dropped). True when it freed any.
  bool reclaim() noexcept;
  bool reclaimable() const noexcept;
  // The worker is gone: what it had in hand counts as done.
  void finish_taken() noexcept;
  // For a worker that hangs in a write: drops a queued chunk that is already passed on.
  bool drop_one() noexcept;

private:
  bool is_free_to_use(std::size_t i) const noexcept;

  std::array<Chunk, kChunksPerSource> chunks_;
  std::array<bool, kChunksPerSource> in_use_{}, passed_on_{};
  std::array<Chunk*, kChunksPerSource> order_{};  // ring of those not yet passed on
  std::size_t first_ = 0, last_ = 0;
};

}  // namespace gpualert::supervision
