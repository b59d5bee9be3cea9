#pragma once

#include <span>
#include <string>

namespace gpualert {

// "0-6, 8": sorted numbers, runs of three and more as ranges; "" for none.
std::string number_list(std::span<const int> sorted);

}  // namespace gpualert
