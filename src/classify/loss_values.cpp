#include "classify/loss_values.hpp"

#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>

namespace gpualert {

namespace {

bool is_key_char(char c) noexcept
{
  return is_name_char(c) || c == '/';
}

// Between a name and its value: "'loss': ", "loss | ", "loss=".
bool is_gap(char c) noexcept
{
  return std::string_view{" :=|'\"\t"}.find(c) != std::string_view::npos;
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
  const auto ends = [&](std::size_t n) { return digits.size() == n || !is_name_char(digits[n]); };
  if (equals_caseless(digits, "nan") && ends(3)) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (equals_caseless(digits, "inf") && ends(3)) {
    value = std::numeric_limits<double>::infinity();
    return true;
  }
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{}) {
    return false;
  }
  value = negative ? -value : value;
  return true;
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
