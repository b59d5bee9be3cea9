#pragma once

#include <gpualert/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace gpualert {

inline constexpr const char* kSystemConfigFile = "/etc/gpualert/config.toml";
inline constexpr std::size_t kLargestConfigFile = 1U << 20;

// Both "" when neither the XDG variable nor HOME is an absolute path.
std::string default_state_dir(const Environment& environment);
std::string user_config_file(const Environment& environment);

// --config, or GPUALERT_CONFIG; "" when neither is given.
std::string chosen_config_file(const std::map<std::string, std::string>& command_line,
                               const Environment& environment);

// "~/x" below HOME; a relative path made absolute, since the deliverer works in another directory.
std::string expand_path(std::string_view path, const Environment& environment);

// The same for each of a list with commas.
std::string expand_paths(std::string_view paths, const Environment& environment);

}  // namespace gpualert
