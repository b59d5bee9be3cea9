#include "supervise/chunk.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace gpualert;
using namespace gpualert::supervision;

namespace {

// Takes a chunk and queues it, as the copier does.
Chunk* queued(ChunkPool& pool)
{
  Chunk* chunk = pool.take();
  if (chunk != nullptr) {
    chunk->set(Phase::queued);
    pool.push(chunk);
  }
  return chunk;
}

}  // namespace

TEST_CASE("chunks: as many as there are, then none")
{
  ChunkPool pool;
  REQUIRE(pool.allocate());
  std::vector<Chunk*> taken;
  for (std::size_t i = 0; i < kChunksPerSource; ++i) {
    taken.push_back(queued(pool));
    REQUIRE(taken.back() != nullptr);
    taken.back()->data[kChunkSize - 1] = 'x';  // all of it is memory
  }
  CHECK(pool.take() == nullptr);
  CHECK(pool.waiting() == kChunksPerSource);
  for (Chunk* chunk : taken) {
    CHECK(pool.front() == chunk);  // in the order they came
    pool.pop();
  }
  CHECK(pool.front() == nullptr);
}

TEST_CASE("chunks: one is free again when passed on and done, in either order")
{
  ChunkPool pool;
  REQUIRE(pool.allocate());
  Chunk* chunk = queued(pool);
  CHECK_FALSE(pool.reclaim());
  SECTION("passed on first")
  {
    pool.pop();
    CHECK_FALSE(pool.reclaimable());
    chunk->set(Phase::taken);
    CHECK_FALSE(pool.reclaimable());
    chunk->set(Phase::logged);
    CHECK_FALSE(pool.reclaimable());
    chunk->set(Phase::done);
  }
  SECTION("done first")
  {
    chunk->set(Phase::done);
    CHECK_FALSE(pool.reclaimable());
    pool.pop();
  }
  SECTION("dropped")
  {
    pool.pop();
    chunk->set(Phase::dropped);
  }
  CHECK(pool.reclaimable());
  CHECK(pool.reclaim());
  CHECK_FALSE(pool.reclaim());
}

TEST_CASE("chunks: used again it is another one")
{
  ChunkPool pool;
  REQUIRE(pool.allocate());
  Chunk* chunk = queued(pool);
  const std::uint64_t old = chunk->generation;
  pool.pop();
  REQUIRE(pool.drop_one());
  REQUIRE(pool.reclaim());
  REQUIRE(queued(pool) == chunk);
  CHECK(chunk->generation == old + 1);
  CHECK_FALSE(chunk->move(old, Phase::queued, Phase::taken));
  CHECK(chunk->move(old + 1, Phase::queued, Phase::taken));
  CHECK_FALSE(chunk->move(old + 1, Phase::queued, Phase::taken));
  CHECK(chunk->phase() == Phase::taken);
}

TEST_CASE("chunks: only what was passed on and not yet taken may be dropped")
{
  ChunkPool pool;
  REQUIRE(pool.allocate());
  Chunk* first = queued(pool);
  Chunk* second = queued(pool);
  CHECK_FALSE(pool.drop_one());  // none was passed on
  pool.pop();
  pool.pop();
  first->set(Phase::taken);
  CHECK(pool.drop_one());
  CHECK(second->phase() == Phase::dropped);
  CHECK(first->phase() == Phase::taken);
  CHECK_FALSE(pool.drop_one());
}

TEST_CASE("chunks: without the worker, what it had in hand counts as done")
{
  ChunkPool pool;
  REQUIRE(pool.allocate());
  Chunk* taken = queued(pool);
  Chunk* logged = queued(pool);
  Chunk* waiting = queued(pool);
  taken->set(Phase::taken);
  logged->set(Phase::logged);
  pool.finish_taken();
  CHECK(taken->phase() == Phase::done);
  CHECK(logged->phase() == Phase::done);
  CHECK(waiting->phase() == Phase::queued);
}
