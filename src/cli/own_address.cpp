#include "cli/own_address.hpp"

#include <gpualert/report.hpp>

#include <unistd.h>

#include <cstdlib>

namespace gpualert::cli {

// No getpwuid(3): it loads the site's NSS modules, and may ask a directory server that is down.
std::string own_address()
{
  std::string user = std::to_string(::geteuid());
  for (const char* name : {"LOGNAME", "USER"}) {
    // Nothing changes the environment while this runs.
    // NOLINTNEXTLINE(concurrency-mt-unsafe)
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') {
      user = value;
      break;
    }
  }
  const Result<std::string> address = check_address(user + "@" + local_fqdn());
  return address ? address.value() : "";
}

}  // namespace gpualert::cli
