#include "classify/loss_values.hpp"

#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace gpualert {

namespace {

constexpr std::size_t kMaxHeadCells = 32;

bool is_key_char(char c) noexcept
{
  return is_name_char(c) || c == '/';
}

// Between a name and its value: "'loss': ", "loss | ", "loss=".
bool is_gap(char c) noexcept
{
  return std::string_view{" :=|'\"\t"}.find(c) != std::string_view::npos;
}

// What may stand behind "nan" or "inf" where that is the whole value: not "nan%", "nan-safe".
bool ends_value(std::string_view rest) noexcept
{
  constexpr std::string_view kEnds = " \t,|)]}/;:!'\"";
  return rest.empty() || kEnds.find(rest.front()) != std::string_view::npos || rest == "." ||
         rest.starts_with(". ");
}

bool equals_caseless(std::string_view text, std::string_view lower) noexcept
{
  if (text.size() < lower.size()) {
    return false;
  }
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool read_value(std::string_view text, double& value) noexcept
{
  constexpr std::string_view kTensor = "tensor(";
  if (text.starts_with(kTensor)) {
    text.remove_prefix(kTensor.size());
  }
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative || text.starts_with('+') ? 1 : 0);
  if (equals_caseless(digits, "nan") && ends_value(digits.substr(3))) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (equals_caseless(digits, "inf") && ends_value(digits.substr(3))) {
    value = std::numeric_limits<double>::infinity();
    return true;
  }
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{}) {
    return false;
  }
  value = negative ? -value : value;
  return std::isfinite(value) || ends_value({stop, digits.data() + digits.size()});
}

bool has_no_values(std::string_view line) noexcept
{
  return line.find("oss") != std::string_view::npos &&
         line.find_first_of("0123456789:=") == std::string_view::npos;
}

bool names_nan_columns(std::string_view line)
{
  if (!has_no_values(line)) {
    return false;
  }
  std::vector<std::string_view> cells;
  bool loss = false, bad = false;
  const auto is_edge = [&](std::size_t at) {
    return line[at] == '|' || line[at] == '\t' || line.substr(at).starts_with("  ");
  };
  for (std::size_t at = 0; at < line.size() && cells.size() < kMaxHeadCells;) {
    at += run(line, at, [](char c) { return c == ' ' || c == '|' || c == '\t'; });
    const std::size_t begin = at;
    while (at < line.size() && !is_edge(at)) {
      ++at;
    }
    std::string_view cell = line.substr(begin, at - begin);
    while (cell.ends_with(' ')) {
      cell.remove_suffix(1);
    }
    double value = 0;
    if (cell.empty() || std::find(cells.begin(), cells.end(), cell) != cells.end()) {
      continue;
    }
    loss = loss || cell.ends_with("oss");
    bad = bad || read_value(cell, value);
    cells.push_back(cell);
  }
  return loss && bad && cells.size() >= 3;
}

bool has_bad_loss(std::string_view line) noexcept
{
  std::array<LossValue, kMaxLosses> losses;
  const std::size_t count = losses_of(line, losses);
  return std::any_of(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(count),
                     [](const LossValue& loss) { return !std::isfinite(loss.value); });
}

std::size_t losses_of(std::string_view line, std::array<LossValue, kMaxLosses>& losses) noexcept
{
  std::size_t found = 0, at = line.find("oss");
  for (; at != std::string_view::npos && found < losses.size(); at = line.find("oss", at + 3)) {
    std::size_t begin = at;
    while (begin > 0 && is_key_char(line[begin - 1])) {
      --begin;
    }
    const std::size_t end = at + 3;
    const bool word = at > begin && (line[at - 1] | 0x20) == 'l';
    if (!word || (end < line.size() && is_key_char(line[end]))) {
      continue;
    }
    std::size_t gap = run(line, end, is_gap);
    if (line.substr(end + gap).starts_with("is ")) {  // "Loss is 1.26"
      gap += 3;
    }
    LossValue loss{line.substr(begin, end - begin)};
    if (gap > 0 && read_value(line.substr(end + gap), loss.value)) {
      losses[found++] = loss;
    }
  }
  return found;
}

}  // namespace gpualert
