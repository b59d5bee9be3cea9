#pragma once

#include <gpualert/config.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// Why a channel that needs a password, or a secret URL, will not find it; "" when it will, or needs
// none. Looks at variables and files only: a command is not run.
std::string missing_password(const ChannelSettings& channel);

// The same for all channels, a line each: "channel NAME: why".
std::vector<std::string> missing_passwords(const Config& config);

}  // namespace gpualert::cli
