#include "classify/progress.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace gpualert {

namespace {

constexpr std::size_t kLongest = 1024;  // of a line, looked at

// Each of these alone makes a line progress.
constexpr std::array<std::string_view, 9> kRates{
    "it/s",         "s/it]",          "s/it,",      "elapsed time per iteration", "ms/step",
    "tokens/gpu/s", "SamplesPerSec=", ", skipped=", "reduced_train_loss"};

// A word that counts steps, followed by a number.
constexpr std::array<std::string_view, 10> kCounters{"step",  "iter",   "epoch",  "Step",  "Iter",
                                                     "Epoch", "update", "Update", "batch", "Batch"};

bool is_digit(char c) noexcept
{
  return c >= '0' && c <= '9';
}

// "s/", "/s", "s=" or "p=" of rates and counts, "ss" of losses: no line of progress is without one
// of them.
bool may_be_progress(std::string_view line) noexcept
{
  for (std::size_t i = 1; i < line.size(); ++i) {
    const char a = line[i - 1], b = line[i];
    if ((a == 's' && (b == '/' || b == '=' || b == 's')) || (a == '/' && b == 's') ||
        (a == 'p' && b == '=')) {
      return true;
    }
  }
  return false;
}

bool holds(std::string_view line, std::string_view text) noexcept
{
  return line.find(text) != std::string_view::npos;
}

// "step 12", "Step [100/600]", "iteration      100/", "epoch=3", "'epoch': 0.1": the text from the
// number on; "" where there is none.
std::string_view counted(std::string_view line) noexcept
{
  for (const std::string_view word : kCounters) {
    if (const std::string_view text = counted_by(line, word); !text.empty()) {
      return text;
    }
  }
  return {};
}

}  // namespace

std::string_view counted_by(std::string_view line, std::string_view word) noexcept
{
  std::size_t at = line.find(word);
  while (at != std::string_view::npos) {
    std::size_t i = at + word.size();
    while (i < line.size() && i < at + 32 && !is_digit(line[i]) &&
           std::string_view{" :=[#'\"ation_"}.find(line[i]) != std::string_view::npos) {
      ++i;
    }
    if (i < line.size() && is_digit(line[i])) {
      return line.substr(i);
    }
    at = line.find(word, at + word.size());
  }
  return {};
}

bool looks_like_progress(std::string_view line) noexcept
{
  line = line.substr(0, kLongest);
  if (!may_be_progress(line)) {
    return false;  // most lines that are not progress end here
  }
  for (const std::string_view rate : kRates) {
    const std::size_t at = line.find(rate);
    if (at != std::string_view::npos && (at == 0 || line[at - 1] != '?')) {  // "?it/s": a new bar
      return true;
    }
  }
  return holds(line, "oss") && !counted(line).empty();
}

std::optional<double> step_of(std::string_view line) noexcept
{
  const std::string_view number = counted(line.substr(0, kLongest));
  double value = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  return !number.empty() && error == std::errc{} ? std::optional<double>(value) : std::nullopt;
}

}  // namespace gpualert
