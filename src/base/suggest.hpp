#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// The word of `known` that a misspelt `word` most likely meant; "" when none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace gpualert
