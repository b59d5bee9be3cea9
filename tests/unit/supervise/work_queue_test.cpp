#include "supervise/work_queue.hpp"
#include "supervise/clock.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <thread>

using namespace gpualert::supervision;

namespace {

Work numbered(std::uint32_t number)
{
  Work work;
  work.size = number;
  return work;
}

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::uint32_t kCount = 200'000;

}  // namespace

TEST_CASE("work queue: first in, first out, and full after 512")
{
  const auto queue = std::make_unique<WorkQueue>();
  for (std::uint32_t i = 0; i < 512; ++i) {
    REQUIRE(queue->push(numbered(i)));
  }
  CHECK_FALSE(queue->push(numbered(999)));
  Work work;
  for (std::uint32_t i = 0; i < 512; ++i) {
    REQUIRE(queue->pop(work));
    CHECK(work.size == i);
  }
  CHECK_FALSE(queue->pop(work));
  CHECK(queue->push(numbered(1)));
}

TEST_CASE("work queue: between two threads nothing is lost or overtaken")
{
  const auto queue = std::make_unique<WorkQueue>();
  std::thread producer([&] {
    for (std::uint32_t i = 0; i < kCount; ++i) {
      while (!queue->push(numbered(i))) {
        std::this_thread::yield();
      }
    }
  });
  std::uint32_t wrong = 0;
  for (std::uint32_t expected = 0; expected < kCount;) {
    Work work;
    if (queue->pop(work)) {
      wrong += work.size == expected ? 0 : 1;
      ++expected;
    } else {
      queue->wait(-1);
    }
  }
  producer.join();
  CHECK(wrong == 0);
}

TEST_CASE("wake: a word that came before the wait is not lost")
{
  Wake wake;
  wake.notify();
  const std::int64_t start = monotonic_ns();
  wake.wait(10 * kSecond);
  CHECK(monotonic_ns() - start < kSecond);
}

TEST_CASE("wake: waits no longer than asked, and only once for one word")
{
  Wake wake;
  wake.notify();
  wake.wait(0);
  const std::int64_t start = monotonic_ns();
  wake.wait(20'000'000);
  CHECK(monotonic_ns() - start >= 20'000'000);
}

TEST_CASE("wake: another thread ends the wait")
{
  Wake wake;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    wake.notify();
  });
  const std::int64_t start = monotonic_ns();
  wake.wait(10 * kSecond);
  CHECK(monotonic_ns() - start < 5 * kSecond);
  other.join();
}
