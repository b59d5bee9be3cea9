// The gate against a search for each literal by itself.
#include "classify/gate.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, const gpualert::GateLiteral& literal)
{
  const auto equal = [&](char have, char want) {
    return (literal.caseless ? lower(have) : have) == want;
  };
  return std::search(text.begin(), text.end(), literal.text.begin(), literal.text.end(), equal) !=
         text.end();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  static const gpualert::Gate gate(gpualert::builtin_rules().literals);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::uint16_t> found;
  gate.collect(text, found);
  const auto literals = gpualert::builtin_rules().literals;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const bool seen = std::find(found.begin(), found.end(), i) != found.end();
    if (seen != contains(text, literals[i])) {
      std::abort();
    }
  }
  if ((gate.find(text, 0) == gpualert::Gate::kNone) != found.empty()) {
    std::abort();
  }
  return 0;
}
