#include "report/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace gpualert::report {

namespace {

constexpr double kNsPerSecond = 1e9;

bool steps_grow(const std::vector<ProgressPoint>& points)
{
  return std::is_sorted(
             points.begin(), points.end(),
             [](const ProgressPoint& a, const ProgressPoint& b) { return a.step < b.step; }) &&
         points.front().step < points.back().step;
}

double middle(std::vector<double> values)
{
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

}  // namespace

Series loss_series(const Progress& progress)
{
  Series series;
  if (progress.points.empty()) {
    return series;
  }
  const bool by_step = steps_grow(progress.points);
  for (const ProgressPoint& point : progress.points) {
    if (std::isfinite(point.loss)) {
      series.push_back({by_step ? point.step : static_cast<double>(series.size()), point.loss});
    }
  }
  return series;
}

Series step_time_series(const Progress& progress)
{
  Series series;
  const std::vector<ProgressPoint>& points = progress.points;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double steps = points[i].step - points[i - 1].step;
    const auto time = static_cast<double>(points[i].at_ns - points[i - 1].at_ns);
    if (steps > 0 && time > 0 && points[i - 1].at_ns > 0) {
      series.push_back({static_cast<double>(points[i].at_ns), time / steps / kNsPerSecond});
    }
  }
  return series;
}

double recent(const Series& series)
{
  if (series.empty()) {
    return 0;
  }
  std::vector<double> values;
  for (std::size_t i = series.size() - (series.size() + 3) / 4; i < series.size(); ++i) {
    values.push_back(series[i].y);
  }
  return middle(std::move(values));
}

std::string short_number(double value)
{
  return fmt::format("{:.4g}", value);
}

std::string strip(const Series& series, std::size_t width)
{
  constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (series.empty() || width == 0) {
    return {};
  }
  const auto [low, high] =
      std::minmax_element(series.begin(), series.end(),
                          [](const SeriesPoint& a, const SeriesPoint& b) { return a.y < b.y; });
  const double range = high->y - low->y;
  const std::size_t columns = std::min(width, series.size());
  std::string text;
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<double> values;
    for (std::size_t i = column * series.size() / columns;
         i < (column + 1) * series.size() / columns; ++i) {
      values.push_back(series[i].y);
    }
    const double share = range > 0 ? (middle(std::move(values)) - low->y) / range : 0;
    text += kBlocks.at(std::min<std::size_t>(static_cast<std::size_t>(share * 8), 7));
  }
  return text;
}

}  // namespace gpualert::report
