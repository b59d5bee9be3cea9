#pragma once

#include "classify/rule_table.hpp"

#include <string_view>

namespace gpualert {

// The catalogue's entry; that of "unknown" for an id that it does not hold.
const CauseEntry& catalogue_entry(std::string_view cause);

}  // namespace gpualert
