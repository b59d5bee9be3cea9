#pragma once

#include <gpualert/progress.hpp>

#include <string>
#include <vector>

namespace gpualert::report {

struct SeriesPoint {
  double x = 0, y = 0;
};
using Series = std::vector<SeriesPoint>;

// Loss over steps; over the number of the sample where steps do not grow (epochs that count anew).
Series loss_series(const Progress& progress);

// Seconds for one step, from each two samples that are one after the other in step and time.
Series step_time_series(const Progress& progress);

// The middle of the last quarter: what the run did in the end. 0 without points.
double recent(const Series& series);

// "0.1234", "3.2e-05": four significant digits.
std::string short_number(double value);

// At most `width` block characters, the lowest value ▁, the highest █.
std::string strip(const Series& series, std::size_t width);

}  // namespace gpualert::report
