#pragma once

#include "deliver/channel.hpp"
#include "deliver/curl_handle.hpp"

namespace gpualert::deliver {

// The port of the settings, or the usual one.
int port_of(const ChannelSettings& settings);

// Through the URL parser, so that nothing in the host's name becomes a path or a user.
Result<Url> relay_url(const ChannelSettings& settings);

// Encryption as the settings say; no certificate unverified without a warning.
void set_encryption(CURL* handle, const ChannelSettings& settings, Journal& journal);

// User and password, if there is a user. The Error says why there is no password.
Status set_login(CURL* handle, const ChannelSettings& settings, const Surroundings& around,
                 const Deadline& deadline);

}  // namespace gpualert::deliver
