#pragma once

#include <string>
#include <string_view>

namespace gpualert::report {

// The fully qualified name of `host` as /etc/hosts and /etc/resolv.conf (their text) tell it:
// the dotted name on the host's line, else host plus the search domain, else `host` itself; then
// "localhost" when nothing is known.
std::string qualify(std::string_view host, std::string_view hosts, std::string_view resolv_conf);

// The same from this machine's own files.
std::string fqdn_of(std::string_view host);

}  // namespace gpualert::report
