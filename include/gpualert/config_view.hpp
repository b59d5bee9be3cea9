#pragma once

#include <gpualert/config.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// One setting for `gpualert config show`.
struct ShownSetting {
  std::string key;
  std::string value;   // a TOML literal, which is a JSON literal too; "" = not set
  std::string origin;  // as in LoadedConfig; "default", or "default: WHAT" without a value
};
struct ShownChannel {
  std::string name, origin;
  std::vector<ShownSetting> settings;  // those that concern its type, and what was given besides
};

// Every setting there is, and every channel, secrets masked. Without a channel in the configuration
// there is the one that the deliverer takes then.
std::vector<ShownSetting> show_settings(const LoadedConfig& loaded, const Environment& environment);
std::vector<ShownChannel> show_channels(const LoadedConfig& loaded);

// Text in quotes, as TOML and as JSON; bytes that are not UTF-8 become U+FFFD.
std::string toml_string(std::string_view text);

}  // namespace gpualert
