// The speed of the scanner, beside ripgrep where there is one.
//   scanner_bench [MiB]
#include "bench/scanner_logs.hpp"
#include "classify/rule_table.hpp"

#include <gpualert/classifier.hpp>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace gpualert::bench {

namespace {

double cpu_seconds(int who)
{
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Run {
  double mb_per_s = 0;
  std::size_t kib = 0;  // heap that the scanner held at the end
  std::size_t findings = 0;
};

// Feeds the log in chunks, `rounds` times over, as one output.
Run run(const std::string& log, std::size_t chunk, unsigned rounds)
{
  const std::size_t before = mallinfo2().uordblks;
  Run result;
  const double start = cpu_seconds(RUSAGE_SELF);
  Scanner scanner;
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t at = 0; at < log.size(); at += chunk) {
      scanner.bytes(Stream::both, std::string_view(log).substr(at, chunk));
    }
  }
  result.kib = (mallinfo2().uordblks - before) / 1024;
  result.findings = scanner.finish().items.size();
  const double seconds = cpu_seconds(RUSAGE_SELF) - start;
  result.mb_per_s = static_cast<double>(log.size()) * rounds / 1e6 / seconds;
  return result;
}

void report(const char* name, const Run& result, double reference)
{
  std::printf("%-34s %8.0f MB/s  1/%-5.1f %6zu KiB %5zu findings\n", name, result.mb_per_s,
              reference / result.mb_per_s, result.kib, result.findings);
}

// rg takes no bytes outside ASCII in a pattern with --no-unicode.
std::string bytes_escaped(std::string_view pattern)
{
  std::string text;
  for (const char c : pattern) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      std::array<char, 5> escape{};
      std::snprintf(escape.data(), escape.size(), "\\x%02x", byte);
      text += escape.data();
    }
  }
  return text;
}

// MB/s of `rg` with the same patterns; 0 where there is none.
double ripgrep(const std::string& log)
{
  const std::string stem = "/tmp/gpualert-scanner-bench-" + std::to_string(getpid());
  {
    std::ofstream(stem + ".log") << log;
    std::ofstream patterns(stem + ".patterns");
    for (const Rule& rule : builtin_rules().rules) {
      patterns << bytes_escaped(rule.pattern) << '\n';
    }
  }
  const std::string command =
      "rg -a -j1 --no-unicode -c -f " + stem + ".patterns " + stem + ".log > /dev/null 2>&1";
  const double start = cpu_seconds(RUSAGE_CHILDREN);
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): a fixed command
  const double seconds = cpu_seconds(RUSAGE_CHILDREN) - start;
  std::remove((stem + ".log").c_str());
  std::remove((stem + ".patterns").c_str());
  return status == 0 ? static_cast<double>(log.size()) / 1e6 / seconds : 0;
}

void all(std::size_t mib)
{
  constexpr std::size_t kPipe = 64U << 10;
  const std::size_t bytes = std::min<std::size_t>(mib, 128) << 20U;
  const auto rounds = static_cast<unsigned>(std::max<std::size_t>(1, mib / 128));
  const std::string log = training_log(bytes);
  Run best;
  for (int i = 0; i < 3; ++i) {
    const Run once = run(log, kPipe, rounds);
    best = once.mb_per_s > best.mb_per_s ? once : best;
  }
  const double reference = best.mb_per_s;
  report("training log", best, reference);
  report("training log, 100 bytes a chunk", run(log, 100, 1), reference);
  report("carriage-return progress", run(carriage_returns(bytes), kPipe, rounds), reference);
  report("every line matches", run(all_failures(bytes), kPipe, 1), reference);
  report("distinct warnings", run(distinct_warnings(bytes), kPipe, 1), reference);
  report("one line", run(one_line(bytes), kPipe, rounds), reference);
  if (const double rg = ripgrep(log); rg > 0) {
    std::printf("%-34s %8.0f MB/s: the scanner runs at %.2f x rg\n", "rg -a -j1 --no-unicode -c -f",
                rg, reference / rg);
  }
}

}  // namespace

}  // namespace gpualert::bench

int main(int argc, char** argv)
{
  const int mib = argc > 1 ? std::atoi(argv[1]) : 128;  // NOLINT(cert-err34-c): 0 is refused
  if (mib < 1) {
    std::fputs("usage: scanner_bench [MiB]\n", stderr);
    return 125;
  }
  gpualert::bench::all(static_cast<std::size_t>(mib));
  return 0;
}
