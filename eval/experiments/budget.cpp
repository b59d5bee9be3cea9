// What becomes of a log and artifacts that are larger than a message may be? Every file considered
// must be attached, whole or in part, or listed as left out, and the message must keep its budget.
#include "eval/experiments/experiment.hpp"
#include "eval/laboratory.hpp"

#include <gpualert/artifacts.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <random>

namespace gpualert::eval {

namespace {

constexpr std::size_t kTrials = 20;
constexpr unsigned kSeed = 20260701;
constexpr std::size_t kMostFiles = 12;
constexpr std::array<std::uint64_t, 5> kBudgets{64U << 10U, 512U << 10U, 2U << 20U, 8U << 20U,
                                                20U << 20U};

struct Tally {
  std::size_t considered = 0, whole = 0, compressed = 0, cut = 0, left_out = 0;
  std::size_t silent = 0;  // considered, and not in the result or without a reason
  std::size_t over = 0;    // messages above their budget
  double fullest = 0;      // share of the budget
};

std::string as_it_is(const std::string& bytes, std::size_t&)
{
  return bytes;
}

// Half of the files are noise, which no compression makes smaller, half are lines of progress.
void write_file(const std::string& path, std::size_t size, std::mt19937& random)
{
  std::string bytes;
  const bool noise = random() % 2 == 0;
  while (bytes.size() < size) {
    bytes += noise ? std::string(1, static_cast<char>(random()))
                   : fmt::format("step {} | loss {:.4f}\n", bytes.size(),
                                 static_cast<double>(random() % 1000) / 500.0);
  }
  bytes.resize(size);
  std::ofstream(path, std::ios::binary) << bytes;
}

// Sizes from a few bytes to some MiB, small ones more often.
std::size_t any_size(std::mt19937& random)
{
  return std::size_t{1} + random() % (std::size_t{16} << (random() % 18));
}

void count(Tally& tally, const Attachments& attachments, std::size_t considered,
           std::uint64_t budget)
{
  tally.considered += considered;
  std::size_t told = 0;
  for (const Attachment& file : attachments.files) {
    tally.whole += file.fate == Fate::attached ? 1U : 0U;
    tally.compressed += file.fate == Fate::compressed ? 1U : 0U;
    tally.cut += file.fate == Fate::cut ? 1U : 0U;
    tally.left_out += file.fate == Fate::left_out ? 1U : 0U;
    // What is there in full needs no reason.
    const bool full = file.fate == Fate::attached || file.fate == Fate::compressed;
    told += full || !file.reason.empty() ? 1U : 0U;
  }
  tally.silent += considered - std::min(considered, told);
  tally.over += attachments.encoded > budget ? 1U : 0U;
  tally.fullest = std::max(tally.fullest,
                           static_cast<double>(attachments.encoded) / static_cast<double>(budget));
}

Tally try_budget(const Laboratory& laboratory, std::uint64_t bytes, std::size_t trials)
{
  Tally tally;
  std::mt19937 random(kSeed);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same sets each time
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const std::size_t log_size = any_size(random) * 4;
    write_file(laboratory.path("output.log"), log_size, random);
    std::vector<Artifact> artifacts;
    const std::size_t files = random() % kMostFiles;
    for (std::size_t i = 0; i < files; ++i) {
      const std::size_t size = any_size(random);
      const std::string path = laboratory.path(fmt::format("artifact-{}", i));
      write_file(path, size, random);
      artifacts.push_back({path, size, 0, "asked for", static_cast<int>(random() % 100)});
    }
    AttachmentBudget budget;
    budget.bytes = bytes;
    count(tally,
          attach_within(laboratory.path("output.log"), 0, log_size, artifacts, budget, as_it_is),
          artifacts.size() + 1, bytes);
  }
  return tally;
}

}  // namespace

Result<ExperimentResult> budget(const ExperimentOptions& options)
{
  const Result<Laboratory> laboratory = Laboratory::make(options.gpualert);
  if (!laboratory) {
    return laboratory.error();
  }
  const std::size_t trials = options.trials == 0 ? kTrials : options.trials;
  ExperimentResult result;
  result.section.title = "Artifact budget";
  result.section.paragraphs = {
      fmt::format("{} random sets of a log and up to {} artifacts for each budget, seed {}. "
                  "Nothing may be lost "
                  "silently, no message may exceed its budget.",
                  trials, kMostFiles - 1, kSeed)};
  Table table;
  table.columns = {{"budget"},        {"considered"},  {"whole"},
                   {"compressed"},    {"in part"},     {"left out, said"},
                   {"lost silently"}, {"over budget"}, {"fullest"}};
  nlohmann::ordered_json json{{"experiment", "budget"}, {"trials", trials}};
  for (const std::uint64_t bytes : kBudgets) {
    const Tally tally = try_budget(*laboratory, bytes, trials);
    table.rows.push_back({fmt::format("{} KiB", bytes >> 10U), fmt::format("{}", tally.considered),
                          fmt::format("{}", tally.whole), fmt::format("{}", tally.compressed),
                          fmt::format("{}", tally.cut), fmt::format("{}", tally.left_out),
                          fmt::format("{}", tally.silent), fmt::format("{}", tally.over),
                          fmt::format("{:.1f} %", 100 * tally.fullest)});
    json["budgets"].push_back({{"bytes", bytes},
                               {"considered", tally.considered},
                               {"whole", tally.whole},
                               {"compressed", tally.compressed},
                               {"in_part", tally.cut},
                               {"left_out", tally.left_out},
                               {"lost_silently", tally.silent},
                               {"over_budget", tally.over},
                               {"fullest", tally.fullest}});
    result.passed = result.passed && tally.silent == 0 && tally.over == 0;
  }
  result.section.tables.push_back(std::move(table));
  result.json = json.dump(2) + "\n";
  return result;
}

}  // namespace gpualert::eval
