#include "report/chart.hpp"
#include "report/sections.hpp"
#include "report/series.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpualert::report {

namespace {

constexpr std::size_t kLeastPoints = 8;  // fewer are read faster than looked at
constexpr std::size_t kStripWidth = 60;
constexpr Colour kLossColour{46, 120, 210};
constexpr Colour kTimeColour{200, 110, 20};

// A step is counted: all its digits are wanted.
std::string counted(double value)
{
  constexpr double kExact = 1e15;
  return value == std::floor(value) && std::abs(value) < kExact ? fmt::format("{:.0f}", value)
                                                                : short_number(value);
}

std::string seconds(double value)
{
  return value >= 0.1 ? fmt::format("{:.3g} s", value) : fmt::format("{:.3g} ms", value * 1000);
}

std::string speed(const Progress& progress)
{
  const double step = recent(step_time_series(progress));
  if (step <= 0) {
    return {};
  }
  return step >= 1 ? fmt::format("{} per step at the end", seconds(step))
                   : fmt::format("{} steps/s at the end", short_number(1 / step));
}

// "4.2 → 1.31; lowest 1.29, highest 4.2".
template <typename Print>
std::string course(const Series& series, Print print)
{
  const auto [low, high] =
      std::minmax_element(series.begin(), series.end(),
                          [](const SeriesPoint& a, const SeriesPoint& b) { return a.y < b.y; });
  return fmt::format("{} → {}; lowest {}, highest {}", print(series.front().y),
                     print(series.back().y), print(low->y), print(high->y));
}

template <typename Print>
void add_picture(Section& section, const char* name, const char* label, const Series& series,
                 const Colour& colour, Print print)
{
  if (series.size() < kLeastPoints) {
    return;
  }
  const bool logarithmic = wants_logarithm(series);
  section.blocks.emplace_back(Picture{
      name, chart_png(series, colour, logarithmic),
      fmt::format("{}: {}{}", label, course(series, print), logarithmic ? " (log scale)" : ""),
      strip(series, kStripWidth)});
}

}  // namespace

Section progress(const Verdict& verdict)
{
  const Progress& seen = verdict.progress;
  if (seen.line == 0) {
    return {};
  }
  Section section{verdict.success() ? "Final metrics" : "Last progress", {}};
  Rows rows;
  rows.add("step", seen.step ? counted(*seen.step) : "");
  rows.add("loss", seen.loss ? short_number(*seen.loss) : "");
  rows.add("speed", speed(seen));
  if (!rows.rows.empty()) {
    section.blocks.emplace_back(std::move(rows));
  }
  LogLine line;
  line.number = seen.line;
  line.content.text = one_line(seen.last_line, 512);
  section.blocks.emplace_back(Excerpt{{std::move(line)}});
  add_picture(section, "loss", "loss", loss_series(seen), kLossColour, short_number);
  add_picture(section, "step-time", "time of a step", step_time_series(seen), kTimeColour, seconds);
  return section;
}

}  // namespace gpualert::report
