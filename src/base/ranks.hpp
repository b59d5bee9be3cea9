#pragma once

#include <span>
#include <string>

namespace gpualert {

// "0-6, 8": sorted numbers, runs of three and more as ranges; "" for none.
std::string number_list(std::span<const int> sorted);

// "rank 5", "ranks 0-6, 8"; "" for none.
std::string named_ranks(std::span<const int> sorted);

}  // namespace gpualert
