#pragma once

#include "report/series.hpp"

#include <cstdint>
#include <string>

namespace gpualert::report {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
};

// A line chart as PNG, 1200 × 240, without letters and on a transparent ground, so that it does for
// light and dark mail. Logarithmic when `logarithmic`; a value below its least positive one is then
// drawn at the bottom. "" for less than two points, or when it cannot be compressed.
std::string chart_png(const Series& series, const Colour& colour, bool logarithmic);

// Does a logarithmic scale show more? Positive values over more than two decades do.
bool wants_logarithm(const Series& series);

}  // namespace gpualert::report
