// The jobs that run.sh measures with.
//
//   bench_job log MIB             a training log, as fast as it is taken
//   bench_job paced MB_PER_S SECONDS line|block
//                                 100-byte lines at a steady rate; one write(2) a line, or one for
//                                 each 4 KiB as stdio does it into a pipe
//   bench_job line MIB            one line without an end
//   bench_job progress MB         a progress bar: carriage returns, no newline
//   bench_job hold [TEXT]         prints TEXT, then waits for the end of stdin
//
// At the end it writes "CPU_SECONDS WALL_SECONDS" of its own to the file $BENCH_REPORT.
#include "bench/scanner_logs.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;
constexpr std::size_t kLine = 100;
constexpr std::size_t kStdioBlock = 4096;

void print(std::string_view bytes)
{
  while (!bytes.empty()) {
    const ssize_t n = ::write(1, bytes.data(), bytes.size());
    if (n > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      std::exit(1);
    }
  }
}

double seconds_of(clockid_t clock)
{
  timespec t{};
  ::clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

// `total` bytes in writes of 4 KiB, what a program with stdio makes of it.
void print_blocks(const std::string& text, std::size_t total)
{
  for (std::size_t done = 0, at = 0; done < total; done += kStdioBlock) {
    print(std::string_view(text).substr(at, kStdioBlock));
    at = at + kStdioBlock * 2 <= text.size() ? at + kStdioBlock : 0;
  }
}

// A line numbered anew each time, as a real program would make it.
void format_line(char* line, unsigned long number)
{
  std::fill_n(line, kLine - 1, 'x');
  const int size = std::snprintf(line, kLine, "step %lu: loss=1.2345 lr=3.0e-05 ", number);
  line[size] = 'x';
  line[kLine - 1] = '\n';
}

void print_paced(double bytes_per_second, double duration, bool line_by_line)
{
  const double start = seconds_of(CLOCK_MONOTONIC);
  const auto lines = static_cast<unsigned long>(bytes_per_second * duration / kLine);
  std::string block;
  char line[kLine + 1];
  for (unsigned long i = 0; i < lines;) {
    const double now = seconds_of(CLOCK_MONOTONIC) - start;
    const auto due = static_cast<unsigned long>(now * bytes_per_second / kLine);
    for (; i < std::min(due, lines); ++i) {
      format_line(line, i);
      block.append(line, kLine);
      if (line_by_line || block.size() + kLine > kStdioBlock) {
        print(block);
        block.clear();
      }
    }
    const timespec pause{0, 1'000'000};
    ::nanosleep(&pause, nullptr);
  }
  print(block);
}

int run(int argc, char** argv)
{
  const std::string_view kind = argc > 1 ? argv[1] : "";
  const double number = argc > 2 ? std::strtod(argv[2], nullptr) : 0;
  if (kind == "log") {
    print_blocks(gpualert::bench::training_log(16 * kMiB), static_cast<std::size_t>(number) * kMiB);
  } else if (kind == "paced" && argc > 4) {
    print_paced(number * 1e6, std::strtod(argv[3], nullptr), std::string_view(argv[4]) == "line");
  } else if (kind == "line") {
    print_blocks(gpualert::bench::one_line(kMiB), static_cast<std::size_t>(number) * kMiB);
  } else if (kind == "progress") {
    print_blocks(gpualert::bench::carriage_returns(16 * kMiB),
                 static_cast<std::size_t>(number * 1e6));
  } else if (kind == "hold") {
    print(argc > 2 ? std::string(argv[2]) + "\n" : std::string());
    char byte = 0;
    return static_cast<int>(::read(0, &byte, 1));
  } else {
    std::fprintf(stderr, "bench_job: see the head of bench_job.cpp\n");
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  const double start = seconds_of(CLOCK_MONOTONIC);
  const int status = run(argc, argv);
  if (const char* path = std::getenv("BENCH_REPORT"); path != nullptr) {
    if (std::FILE* file = std::fopen(path, "w"); file != nullptr) {
      std::fprintf(file, "%.6f %.6f\n", seconds_of(CLOCK_PROCESS_CPUTIME_ID),
                   seconds_of(CLOCK_MONOTONIC) - start);
      std::fclose(file);
    }
  }
  return status;
}
