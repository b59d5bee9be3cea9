#include "cli/columns.hpp"

#include <algorithm>

namespace gpualert::cli {

std::string help_row(std::string_view left, std::string_view right)
{
  constexpr std::size_t kColumn = 24;
  constexpr std::size_t kWidth = 79;
  std::string line = "  " + std::string{left};
  std::string out;
  if (line.size() + 2 > kColumn) {
    out = line + "\n";
    line.clear();
  }
  line.resize(kColumn, ' ');
  std::size_t at = kColumn;
  while (!right.empty()) {
    const auto end = std::min(right.find(' '), right.size());
    if (at > kColumn && at + 1 + end > kWidth) {
      out += line + "\n";
      line.assign(kColumn, ' ');
      at = kColumn;
    }
    if (at > kColumn) {
      line += ' ';
    }
    line += right.substr(0, end);
    at = line.size();
    right.remove_prefix(std::min(end + 1, right.size()));
  }
  return out + line + "\n";
}

}  // namespace gpualert::cli
