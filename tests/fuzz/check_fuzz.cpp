// A batch script from anywhere: findings name lines that it has.
#include <gpualert/batch_check.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace gpualert;
  const std::string_view script{reinterpret_cast<const char*>(data), size};
  const auto lines = static_cast<std::size_t>(std::count(script.begin(), script.end(), '\n')) + 1;
  const std::vector<BatchFinding> findings = check_batch_script(script);
  for (const BatchFinding& finding : findings) {
    if (finding.line == 0 || finding.line > lines) {
      std::abort();
    }
  }
  (void)to_json({{"a", findings}});
  return 0;
}
