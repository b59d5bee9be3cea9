// What ranks note of their ends, and runs of themselves while they are open: names and files in
// directories of ours.
#include <gpualert/open_runs.hpp>
#include <gpualert/step.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace gpualert;

namespace {

void require(bool holds)
{
  if (!holds) {
    std::abort();
  }
}

void merge(std::string_view bytes)
{
  std::vector<RankEnd> ends;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    if (const auto one = parse_rank_end(bytes.substr(0, end)); one && one->rank < 10'000) {
      const auto again = parse_rank_end(to_name(*one));
      require(again && to_name(*again) == to_name(*one) && to_name(*one).size() <= 200);
      ends.push_back(*one);
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  const StepEnd step = merge_ranks(ends, 8);
  require(step.ends.size() + step.missing.size() == static_cast<std::size_t>(step.expected));
  require(step.first.has_value() == !step.causes.empty());
  (void)step_lines(step);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  merge(bytes);
  if (const Result<OpenRun> run = parse_open_run(bytes)) {
    require(run->run_dir.find("/..") == std::string::npos);
    require(static_cast<bool>(parse_open_run(to_text(*run))));
  }
  return 0;
}
