#include "diagnose/catalogue.hpp"

namespace gpualert {

namespace {

// A test holds the catalogue to have an entry for "unknown"; this one is never seen.
constexpr CauseEntry kNothing{"unknown", "", "", "other", "", "no", ""};

}  // namespace

const CauseEntry& catalogue_entry(std::string_view cause)
{
  const CauseEntry* unknown = &kNothing;
  for (const CauseEntry& entry : builtin_causes()) {
    if (entry.id == cause) {
      return entry;
    }
    if (entry.id == "unknown") {
      unknown = &entry;
    }
  }
  return *unknown;
}

}  // namespace gpualert
