// verdict.json: what can be read can be written and read again.
#include <gpualert/verdict.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const auto verdict =
      gpualert::parse_verdict(std::string_view(reinterpret_cast<const char*>(data), size));
  if (verdict) {
    const std::string json = gpualert::to_json(verdict.value());
    const auto again = gpualert::parse_verdict(json);
    if (!again || gpualert::to_json(again.value()) != json) {
      std::abort();
    }
  }
  return 0;
}
