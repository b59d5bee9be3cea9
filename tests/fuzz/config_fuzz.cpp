// Any bytes as a configuration file.
#include "config/channels.hpp"
#include "config/toml_file.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const auto file = gpualert::parse_toml({reinterpret_cast<const char*>(data), size});
  std::vector<gpualert::ConfigWarning> warnings;
  (void)gpualert::read_channels("fuzz.toml", file, {{"HOME", "/h"}}, warnings);
  return 0;
}
