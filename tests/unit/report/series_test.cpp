#include "report/series.hpp"
#include "report/chart.hpp"
#include "report/png.hpp"

#include <catch2/catch.hpp>

#include <zlib.h>

#include <cmath>

using namespace gpualert;
using namespace gpualert::report;

namespace {

Progress training(int points)
{
  Progress progress;
  for (int i = 1; i <= points; ++i) {
    progress.points.push_back({i * 2'000'000'000LL, i * 10.0, 100.0 / i});
  }
  return progress;
}

std::uint32_t u32(const std::string& bytes, std::size_t at)
{
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

// The pixels of a PNG of ours, read by zlib; checks every chunk's CRC.
std::string pixels_of(const std::string& png, std::uint32_t width, std::uint32_t height)
{
  REQUIRE(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  CHECK(u32(png, 16) == width);
  CHECK(u32(png, 20) == height);
  std::string pixels((width + 1) * height, 'x');
  std::size_t at = 8;
  while (at < png.size()) {
    const std::uint32_t length = u32(png, at);
    const auto* type = reinterpret_cast<const Bytef*>(png.data() + at + 4);
    CHECK(u32(png, at + 8 + length) == crc32(0, type, length + 4));
    if (png.substr(at + 4, 4) == "IDAT") {
      uLongf size = pixels.size();
      CHECK(uncompress(reinterpret_cast<Bytef*>(pixels.data()), &size, type + 4, length) == Z_OK);
      CHECK(size == pixels.size());
    }
    at += length + 12;
  }
  CHECK(at == png.size());
  return pixels;
}

}  // namespace

TEST_CASE("series: loss over steps, seconds for a step")
{
  const Series loss = loss_series(training(3));
  REQUIRE(loss.size() == 3);
  CHECK(loss[1].x == 20);
  CHECK(loss[1].y == 50);
  const Series time = step_time_series(training(3));
  REQUIRE(time.size() == 2);
  CHECK(time[0].y == Approx(0.2));
  CHECK(recent(time) == Approx(0.2));
}

TEST_CASE("series: steps that begin anew, and times that are not known, give no step time")
{
  Progress progress = training(3);
  progress.points[2].step = 1;
  CHECK(step_time_series(progress).size() == 1);
  CHECK(loss_series(progress)[2].x == 2);  // by number of sample
  for (ProgressPoint& point : progress.points) {
    point.at_ns = 0;
  }
  CHECK(step_time_series(progress).empty());
  CHECK(recent({}) == 0);
}

TEST_CASE("strip: lowest and highest blocks, as wide as asked")
{
  CHECK(strip({{0, 0}, {1, 7}, {2, 3.5}}, 60) == "▁█▅");
  CHECK(strip({{0, 1}, {1, 1}}, 60) == "▁▁");
  CHECK(strip(loss_series(training(256)), 60).size() == 3 * 60);
  CHECK(strip({}, 60).empty());
}

TEST_CASE("chart: a PNG whose line goes through the points")
{
  const std::string png = chart_png({{0, 0}, {1, 10}}, {1, 2, 3}, false);
  const std::string pixels = pixels_of(png, 1200, 240);
  const auto at = [&](std::size_t x, std::size_t y) { return pixels[y * 1201 + 1 + x]; };
  CHECK(at(8, 231) == kOpaque);
  CHECK(at(1191, 8) == kOpaque);
  CHECK(at(600, 60) == 0);
  CHECK(at(100, 8) == kGrid);
  CHECK(png.size() < 20'000);
  CHECK(chart_png({{0, 0}}, {}, false).empty());
}

TEST_CASE("chart: a loss over many decades is drawn on a logarithmic scale")
{
  CHECK(wants_logarithm({{0, 1000}, {1, 1}}));
  CHECK_FALSE(wants_logarithm({{0, 10}, {1, 1}}));
  CHECK_FALSE(wants_logarithm({{0, 1000}, {1, -1}}));
  const std::string pixels = pixels_of(chart_png({{0, 1}, {1, 10}, {2, 100}}, {}, true), 1200, 240);
  CHECK(pixels[119 * 1201 + 1 + 600] == kOpaque);  // in the middle of both
}
