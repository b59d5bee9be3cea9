#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace gpualert {

template <std::size_t N>
bool one_of(const std::array<std::string_view, N>& names, std::string_view name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace gpualert
