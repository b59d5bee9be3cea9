#include "report/chart.hpp"

#include "report/png.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gpualert::report {

namespace {

constexpr int kWidth = 1200;
constexpr int kHeight = 240;
constexpr int kMargin = 8;
constexpr double kHalfLine = 2.0;  // half the width of the line

struct Place {
  double x = 0, y = 0;
};

// Distance from (x, y) to the segment from a to b.
double distance(double x, double y, const Place& a, const Place& b)
{
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length = dx * dx + dy * dy;
  const double along =
      length > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length, 0.0, 1.0) : 0.0;
  return std::hypot(x - a.x - along * dx, y - a.y - along * dy);
}

void draw(const Place& a, const Place& b, IndexedImage& image)
{
  const auto from_x = std::max(0, static_cast<int>(std::min(a.x, b.x) - kHalfLine - 1));
  const auto to_x = std::min(kWidth - 1, static_cast<int>(std::max(a.x, b.x) + kHalfLine + 1));
  const auto from_y = std::max(0, static_cast<int>(std::min(a.y, b.y) - kHalfLine - 1));
  const auto to_y = std::min(kHeight - 1, static_cast<int>(std::max(a.y, b.y) + kHalfLine + 1));
  for (int y = from_y; y <= to_y; ++y) {
    for (int x = from_x; x <= to_x; ++x) {
      const double cover = std::clamp(kHalfLine + 0.5 - distance(x, y, a, b), 0.0, 1.0);
      std::uint8_t& pixel = image.at(x, y);
      const auto level = static_cast<std::uint8_t>(std::lround(cover * kOpaque));
      pixel = pixel == kGrid ? (level > kOpaque / 2 ? level : pixel) : std::max(pixel, level);
    }
  }
}

class Scale {
public:
  Scale(const Series& series, bool logarithmic) : logarithmic_(logarithmic)
  {
    for (const SeriesPoint& point : series) {
      if (logarithmic && point.y > 0) {
        least_ = least_ > 0 ? std::min(least_, point.y) : point.y;
      }
    }
    low_ = high_ = value(series.front().y);
    for (const SeriesPoint& point : series) {
      low_ = std::min(low_, value(point.y));
      high_ = std::max(high_, value(point.y));
    }
    left_ = series.front().x;
    right_ = series.back().x;
  }

  Place place(const SeriesPoint& point) const
  {
    return {kMargin + share(point.x, left_, right_) * (kWidth - 1 - 2 * kMargin),
            kMargin + (1 - share(value(point.y), low_, high_)) * (kHeight - 1 - 2 * kMargin)};
  }

private:
  double value(double y) const { return logarithmic_ ? std::log10(std::max(y, least_)) : y; }

  static double share(double value, double low, double high)
  {
    return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.5;
  }

  bool logarithmic_;
  double least_ = 0, low_ = 0, high_ = 0, left_ = 0, right_ = 0;
};

}  // namespace

std::string chart_png(const Series& series, const Colour& colour, bool logarithmic)
{
  if (series.size() < 2) {
    return {};
  }
  IndexedImage image(kWidth, kHeight);
  for (const int y : {kMargin, kHeight / 2, kHeight - 1 - kMargin}) {
    for (int x = 0; x < kWidth; ++x) {
      image.at(x, y) = kGrid;
    }
  }
  const Scale scale(series, logarithmic);
  for (std::size_t i = 1; i < series.size(); ++i) {
    draw(scale.place(series[i - 1]), scale.place(series[i]), image);
  }
  return encode_png(image, colour.red, colour.green, colour.blue);
}

bool wants_logarithm(const Series& series)
{
  double low = 0;
  double high = 0;
  for (const SeriesPoint& point : series) {
    if (point.y <= 0) {
      return false;
    }
    low = low > 0 ? std::min(low, point.y) : point.y;
    high = std::max(high, point.y);
  }
  return high > 100 * low;
}

}  // namespace gpualert::report
