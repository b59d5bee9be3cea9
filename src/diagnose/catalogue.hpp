#pragma once

#include "classify/rule_table.hpp"

#include <string_view>

namespace gpualert {

// The catalogue's entry; that of "unknown" for an id that it does not hold.
const CauseEntry& catalogue_entry(std::string_view cause);

// The cause that the bare name of a Python exception stands for when its message is not known:
// "KeyError" is key_or_attr; "unknown" for most.
std::string_view cause_of_exception(std::string_view exception);

}  // namespace gpualert
