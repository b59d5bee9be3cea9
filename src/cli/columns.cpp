#include "cli/columns.hpp"

#include <algorithm>

namespace gpualert::cli {

std::string help_row(std::string_view left, std::string_view right)
{
  constexpr std::size_t column = 24;
  constexpr std::size_t width = 79;
  std::string line = "  " + std::string{left};
  std::string out;
  if (line.size() + 2 > column) {
    out = line + "\n";
    line.clear();
  }
  line.resize(column, ' ');
  std::size_t at = column;
  while (!right.empty()) {
    const auto end = std::min(right.find(' '), right.size());
    if (at > column && at + 1 + end > width) {
      out += line + "\n";
      line.assign(column, ' ');
      at = column;
    }
    if (at > column) {
      line += ' ';
    }
    line += right.substr(0, end);
    at = line.size();
    right.remove_prefix(std::min(end + 1, right.size()));
  }
  return out + line + "\n";
}

}  // namespace gpualert::cli
