#include "classify/progress_series.hpp"

#include "base/text.hpp"
#include "classify/course.hpp"
#include "classify/loss_values.hpp"
#include "classify/progress.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxText = 512;

std::optional<double> first_loss(std::string_view text)
{
  std::array<LossValue, kMaxLosses> losses;
  const std::size_t count = losses_of(text, losses);
  return count > 0 && std::isfinite(losses[0].value) ? std::optional<double>(losses[0].value)
                                                     : std::nullopt;
}

}  // namespace

void ProgressSeries::add(const LinePlace& place, const Message& message, std::int64_t at_ns)
{
  last_line_.assign(message.text.substr(0, kMaxText));
  progress_.line = place.line;
  progress_.last_at_ns = at_ns;
  progress_.step = step_of(message.text);
  progress_.loss = first_loss(message.text);
  if (const std::optional<Mark> mark = at_ns == 0 ? std::nullopt : mark_of(message.text)) {
    follow(progress_.course, *mark, at_ns);
  }
  if (!progress_.step || !progress_.loss || seen_++ % stride_ != 0) {
    return;
  }
  auto& points = progress_.points;
  if (points.size() == Progress::kMaxPoints) {
    for (std::size_t i = 0; 2 * i < points.size(); ++i) {
      points[i] = points[2 * i];
    }
    points.resize(Progress::kMaxPoints / 2);
    stride_ *= 2;
  }
  points.push_back({at_ns, *progress_.step, *progress_.loss});
}

Progress ProgressSeries::take()
{
  progress_.last_line = cut_utf8(to_utf8(last_line_), kMaxText);
  return std::move(progress_);
}

Progress ProgressSeries::so_far() const
{
  Progress progress = progress_;
  progress.last_line = cut_utf8(to_utf8(last_line_), kMaxText);
  return progress;
}

}  // namespace gpualert
