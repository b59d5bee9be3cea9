#include "base/process_tree.hpp"

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

using namespace gpualert;

namespace {

constexpr std::size_t kMib = 1U << 20U;

void touch(std::size_t bytes)
{
  void* memory = std::malloc(bytes);
  std::memset(memory, 1, bytes);
  asm volatile("" : : "g"(memory) : "memory");  // used, for all that the compiler knows
}

}  // namespace

TEST_CASE("process tree: what the children of children hold counts")
{
  std::array<int, 2> ready{};
  REQUIRE(::pipe(ready.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    if (::fork() == 0) {
      touch(50 * kMib);
      (void)!::write(ready[1], "x", 1);
      ::pause();
      ::_exit(0);
    }
    touch(30 * kMib);
    (void)!::write(ready[1], "x", 1);
    ::wait(nullptr);
    ::_exit(0);
  }
  std::array<char, 2> bytes{};
  for (std::size_t got = 0; got < bytes.size();) {
    const ssize_t n = ::read(ready[0], bytes.data(), 1);
    REQUIRE(n == 1);
    ++got;
  }
  const std::uint64_t both = resident_bytes_below(child);
  const std::uint64_t one = resident_bytes_below(child, 1);
  CHECK(both >= 80 * kMib);
  CHECK(one >= 30 * kMib);
  CHECK(both - one >= 50 * kMib);
  ::kill(-child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(resident_bytes_below(child) == 0);
  ::close(ready[0]);
  ::close(ready[1]);
}
