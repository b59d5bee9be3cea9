#pragma once

#include <gpualert/config.hpp>
#include <gpualert/result.hpp>

#include <string_view>

namespace gpualert {

// "USR1@10m", "SIGTERM@120", "10@2h", "RTMIN+1@90s"; "" is no signal. KILL and STOP, of which the
// job would not know, are refused.
Result<SignalBefore> parse_signal_before(std::string_view text);

}  // namespace gpualert
