#include "cli/environment.hpp"

#include <unistd.h>

#include <string_view>

namespace gpualert::cli {

namespace {

bool is_ours(std::string_view name)
{
  return name.starts_with("GPUALERT_") || name.starts_with("XDG_") || name == "HOME" ||
         name == "TMPDIR";
}

}  // namespace

Environment our_environment()
{
  Environment ours;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals != std::string_view::npos && is_ours(text.substr(0, equals))) {
      // The first of two entries with one name counts, as for getenv(3).
      ours.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return ours;
}

}  // namespace gpualert::cli
