// Any bytes as a configuration file.
#include "config/channels.hpp"
#include "config/toml_file.hpp"

#include <gpualert/config_view.hpp>

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const auto file = gpualert::parse_toml({reinterpret_cast<const char*>(data), size});
  if (!file.channels.empty()) {
    gpualert::LoadedConfig loaded;
    gpualert::read_channels("fuzz.toml", file, {{"HOME", "/h"}}, loaded);
    (void)gpualert::show_channels(loaded);
  }
  return 0;
}
