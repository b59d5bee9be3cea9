// Parts that play a job that prints.
#include "probe.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace probe {

namespace {

constexpr std::size_t kBlock = 32768;

}  // namespace

int print_random(int /*count*/, char** args)
{
  Random random(static_cast<std::uint64_t>(number(args[1])));
  std::array<char, kBlock> block;
  for (long left = number(args[0]); left > 0;) {
    const std::size_t size = std::min(static_cast<std::size_t>(left), block.size());
    std::generate_n(block.begin(), size, [&] { return static_cast<char>(random.next() >> 24U); });
    write_all(1, {block.data(), size});
    left -= static_cast<long>(size);
  }
  return 0;
}

int print_alternating(int /*count*/, char** args)
{
  const long lines = number(args[0]);
  for (long i = 0; i < lines; ++i) {
    const bool error = i % 2 != 0;
    write_all(error ? 2 : 1, (error ? "e " : "o ") + std::to_string(i) + "\n");
  }
  return 0;
}

int print_line(int /*count*/, char** args)
{
  const std::string block(kBlock * 2, 'L');
  for (long left = number(args[0]); left > 0;) {
    const std::size_t size = std::min(static_cast<std::size_t>(left), block.size());
    write_all(1, std::string_view(block).substr(0, size));
    left -= static_cast<long>(size);
  }
  write_all(1, "\n");
  return 0;
}

// As tqdm draws it: one line, again and again.
int print_progress(int /*count*/, char** args)
{
  const long steps = number(args[0]);
  const std::string bar(60, '#');
  std::array<char, 200> text;
  for (long i = 0; i < steps; ++i) {
    const int done = static_cast<int>(60 * i / steps);
    const int size = std::snprintf(text.data(), text.size(),
                                   "\rEpoch 1: %3ld%%|%-60.*s| %7ld/%ld [12.3it/s, loss=0.%06ld]",
                                   i * 100 / steps, done, bar.c_str(), i, steps, i % 1000000);
    write_all(2, {text.data(), static_cast<std::size_t>(size)});
  }
  return 0;
}

// Pieces of random length to stdout and stderr in random order, with pauses; OUT and ERR get what
// each should have received.
int print_mixed(int /*count*/, char** args)
{
  Random random(static_cast<std::uint64_t>(number(args[0])));
  const long pieces = number(args[1]);
  const int out = ::open(args[2], O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  const int err = ::open(args[3], O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  for (long i = 0; i < pieces; ++i) {
    const bool error = random.next() % 3 == 0;
    const bool long_piece = random.next() % 16 == 0;
    std::string piece(random.next() % (long_piece ? 100000 : 200) + 1, '\0');
    for (char& c : piece) {
      c = static_cast<char>(random.next() >> 24U);
    }
    write_all(error ? err : out, piece);
    write_all(error ? 2 : 1, piece);
    if (random.next() % 8 == 0) {
      sleep_ms(static_cast<std::int64_t>(random.next() % 4));
    }
  }
  return 0;
}

// Numbered records, as fast as they are taken. After each write the number is noted in a mapped
// file, where it outlives a SIGKILL of this process.
int print_records(int /*count*/, char** args)
{
  const int fd = ::open(args[0], O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0 || ::ftruncate(fd, 8) != 0) {
    return 1;
  }
  void* page = ::mmap(nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page == MAP_FAILED) {
    return 1;
  }
  auto* written = static_cast<std::atomic<std::uint64_t>*>(page);
  std::array<char, 32> line;
  for (std::uint64_t i = 1;; ++i) {
    const int size = std::snprintf(line.data(), line.size(), "record %012llu\n",
                                   static_cast<unsigned long long>(i));
    write_all(1, {line.data(), static_cast<std::size_t>(size)});
    written->store(i);
    if (i % 64 == 0) {
      sleep_ms(1);
    }
  }
}

int use_memory(int /*count*/, char** args)
{
  const std::size_t size = static_cast<std::size_t>(number(args[0])) << 20U;
  std::vector<char> memory(size);
  std::memset(memory.data(), 1, memory.size());
  std::printf("%zu MiB used\n", memory.size() >> 20U);
  return 0;
}

}  // namespace probe
