#include "supervise/chunk.hpp"

#include <sys/mman.h>

namespace gpualert::supervision {

bool ChunkPool::allocate() noexcept
{
  void* memory = ::mmap(nullptr, kChunkSize * kChunksPerSource, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  for (std::size_t i = 0; i < kChunksPerSource; ++i) {
    chunks_.at(i).data = static_cast<char*>(memory) + i * kChunkSize;
  }
  return true;
}

Chunk* ChunkPool::take() noexcept
{
  for (std::size_t i = 0; i < kChunksPerSource; ++i) {
    if (!in_use_.at(i)) {
      Chunk& chunk = chunks_.at(i);
      chunk.size = chunk.passed = 0;
      chunk.generation += 1;
      chunk.set(Phase::free);
      return &chunk;
    }
  }
  return nullptr;
}

void ChunkPool::push(Chunk* chunk) noexcept
{
  const auto i = static_cast<std::size_t>(chunk - chunks_.data());
  in_use_.at(i) = true;
  passed_on_.at(i) = false;
  order_.at(last_++ % kChunksPerSource) = chunk;
}

Chunk* ChunkPool::front() const noexcept
{
  return first_ == last_ ? nullptr : order_.at(first_ % kChunksPerSource);
}

void ChunkPool::pop() noexcept
{
  Chunk* chunk = front();
  passed_on_.at(static_cast<std::size_t>(chunk - chunks_.data())) = true;
  ++first_;
}

bool ChunkPool::is_free_to_use(std::size_t i) const noexcept
{
  const Phase phase = chunks_.at(i).phase();
  return in_use_.at(i) && passed_on_.at(i) && (phase == Phase::done || phase == Phase::dropped);
}

bool ChunkPool::reclaim() noexcept
{
  bool any = false;
  for (std::size_t i = 0; i < kChunksPerSource; ++i) {
    if (is_free_to_use(i)) {
      in_use_.at(i) = false;
      any = true;
    }
  }
  return any;
}

bool ChunkPool::reclaimable() const noexcept
{
  for (std::size_t i = 0; i < kChunksPerSource; ++i) {
    if (is_free_to_use(i)) {
      return true;
    }
  }
  return false;
}

void ChunkPool::finish_taken() noexcept
{
  for (Chunk& chunk : chunks_) {
    const Phase phase = chunk.phase();
    if (phase == Phase::taken || phase == Phase::logged) {
      chunk.set(Phase::done);
    }
  }
}

bool ChunkPool::drop_one() noexcept
{
  for (std::size_t i = 0; i < kChunksPerSource; ++i) {
    Chunk& chunk = chunks_.at(i);
    if (in_use_.at(i) && passed_on_.at(i) &&
        chunk.move(chunk.generation, Phase::queued, Phase::dropped)) {
      return true;
    }
  }
  return false;
}

}  // namespace gpualert::supervision
