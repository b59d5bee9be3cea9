#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace gpualert {

// A loss as a line of progress names it: "loss", "lm loss", "value_loss".
struct LossValue {
  std::string_view name;
  double value = 0;  // NaN and infinity as printed
};

inline constexpr std::size_t kMaxLosses = 4;

// The losses of a line: a word that ends in "loss" and the number behind it, as in "loss: 1.2",
// "'loss': 1.2", "lm loss: 7.2E+00 |", "loss=1.2", "loss 1.2". Not loss scales. Returns how many
// were found.
std::size_t losses_of(std::string_view line, std::array<LossValue, kMaxLosses>& losses) noexcept;

// Whether the line names losses and no values, as the head of a table does.
bool has_no_values(std::string_view line) noexcept;

// Whether the line is the head of a table that has columns for the loss and for NaN or infinity,
// which no value is: "| loss | nan | inf |". A row has digits, and "| loss | nan |" is one.
bool names_nan_columns(std::string_view line);

// Whether one of the losses of the line is NaN or infinite.
bool has_bad_loss(std::string_view line) noexcept;

// Reads a number, "nan" or "inf" at the front of `text` (quotes and "tensor(" before it are
// skipped). False when there is none.
bool read_value(std::string_view text, double& value) noexcept;

}  // namespace gpualert
