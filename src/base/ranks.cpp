#include "base/ranks.hpp"

#include <cstddef>

namespace gpualert {

std::string number_list(std::span<const int> sorted)
{
  std::string text;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1) {
      ++end;
    }
    if (end - i < 3) {
      end = i + 1;
    }
    text += text.empty() ? "" : ", ";
    text += std::to_string(sorted[i]);
    if (end - i > 1) {
      text += "-" + std::to_string(sorted[end - 1]);
    }
    i = end;
  }
  return text;
}

std::string named_ranks(std::span<const int> sorted)
{
  return sorted.empty() ? "" : (sorted.size() == 1 ? "rank " : "ranks ") + number_list(sorted);
}

}  // namespace gpualert
