// How long a report of a long log takes, and how much memory: report_bench DIR MIB writes DIR/log,
// with evidence in its middle and near its end, beside it 1000 files that count as changed, and
// makes the report: finds, packs, composes.
#include <gpualert/artifacts.hpp>
#include <gpualert/report.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using namespace gpualert;

namespace {

constexpr std::uint64_t kMiB = 1U << 20U;

std::uint64_t peak_kib()
{
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) {
      return std::strtoull(line.c_str() + 6, nullptr, 10);
    }
  }
  return 0;
}

struct Written {
  std::uint64_t bytes = 0, lines = 0;
  std::vector<Evidence> evidence;
};

Written write_log(const std::string& path, std::uint64_t size)
{
  std::ofstream out(path, std::ios::binary);
  Written log;
  std::string chunk;
  while (log.bytes < size) {
    chunk.clear();
    const std::uint64_t chunk_at = log.bytes;
    while (chunk.size() < kMiB) {
      const std::uint64_t at = chunk_at + chunk.size();
      ++log.lines;
      std::string line = "step " + std::to_string(log.lines) + " | loss 1.2345 | 0.31 s/it\n";
      const std::size_t found = log.evidence.size();
      if (found < 6 && at > size / 8 * (found + 2)) {
        line = "\x1b[31mRuntimeError\x1b[0m: CUDA error: an illegal memory access " +
               std::to_string(found) + "\n";
        log.evidence.push_back(
            {log.lines, at, "RuntimeError: CUDA error", Stream::err, 3, "", "r"});
      }
      chunk += line;
    }
    out << chunk;
    log.bytes += chunk.size();
  }
  return log;
}

Verdict verdict_of(const Written& log)
{
  Verdict verdict;
  verdict.cause = "cuda_illegal_access";
  verdict.title = "Illegal memory access on the GPU";
  verdict.evidence = log.evidence;
  verdict.lines = log.lines;
  verdict.progress.line = 1;
  verdict.progress.last_line = "step 1 | loss 1.2345";
  for (int i = 1; i <= 256; ++i) {
    verdict.progress.points.push_back(
        {i * 1'000'000'000LL + i % 7 * 10'000'000LL, i * 1.0, 100.0 / i});
  }
  return verdict;
}

void write_changed_files(const std::string& dir)
{
  constexpr int kFiles = 1000;
  for (int i = 0; i < kFiles; ++i) {
    std::ofstream(dir + "/metrics-" + std::to_string(i) + ".json") << "{\"step\": " << i << "}\n";
  }
}

const char* fate(const Attachment& file)
{
  switch (file.fate) {
    case Fate::attached:
      return "attached";
    case Fate::compressed:
      return "compressed";
    case Fate::cut:
      return "cut";
    default:
      return "left out";
  }
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): a measurement; dying tells enough
int main(int argc, char** argv)
{
  if (argc != 3) {
    std::fprintf(stderr, "usage: report_bench DIR MIB\n");
    return 125;
  }
  const std::string dir = argv[1];
  const Written log = write_log(dir + "/log", std::strtoull(argv[2], nullptr, 10) * kMiB);
  write_changed_files(dir);
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "train";
  record.host = "gpu07";
  record.argv = {"python", "train.py"};
  record.cwd = dir;
  record.ending = Exited{1};
  record.log.path = dir + "/log";
  record.log.bytes = log.bytes;
  Verdict verdict = verdict_of(log);
  for (const bool counted : {true, false}) {  // the lines are known, or must be found out
    verdict.lines = counted ? log.lines : 0;
    const auto start = std::chrono::steady_clock::now();
    ArtifactSearch search;
    search.directory = dir;
    search.since_ns = 1;
    const FoundArtifacts found = find_artifacts_in_time(search);
    AttachmentBudget budget;
    budget.body = kMiB;
    ReportOptions options;
    const TextGate gate = secret_gate({});
    const std::vector<Attachment> whole =
        attach_within(record.log.path, 0, log.bytes, found.files, budget, gate).files;
    options.budget = budget.bytes;
    options.fewer = [&](std::uint64_t bytes, std::uint64_t body, const std::string& why) {
      AttachmentBudget less;
      less.bytes = bytes;
      less.body = body;
      return attach_less(whole, record.log.path, 0, less, gate, why).files;
    };
    options.attachments = options.fewer(budget.bytes, budget.body, "");
    const std::chrono::duration<double, std::milli> packed =
        std::chrono::steady_clock::now() - start;
    const Message message = compose_report(record, verdict, options);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    std::printf(
        "%.1f ms, of them %.1f for %zu files, the log %s; a mail of %zu KiB, %zu smaller forms\n",
        took.count(), packed.count(), options.attachments.size(), fate(options.attachments.front()),
        message.eml.size() / 1024, message.smaller.size());
  }
  std::printf("%llu KiB at most in memory\n", static_cast<unsigned long long>(peak_kib()));
  return 0;
}
