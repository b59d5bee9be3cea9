#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpualert::outbox {

// Any bytes as 16 hexadecimal digits, the same on every host.
std::string short_hash(std::string_view bytes);

// Who is told by what way: the recipients' order does not matter, nor the case of their letters.
std::string group_of(const std::string& channel, std::vector<std::string> to);

// Unique on this machine by pid and counter, between machines by the time in it:
// "SECONDS.NANOSECONDS.PID.N", later ones of a machine sort later.
std::string unique_suffix();

}  // namespace gpualert::outbox
