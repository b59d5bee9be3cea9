#include "classify/metric_watch.hpp"

#include "classify/loss_values.hpp"
#include "classify/prefix_parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace gpualert {

namespace {

// A loss counts as exploded beyond kFloor and beyond kFactor times the least seen (or 1): a loss of
// 1 at 2e5 has; one that began at 1e6, or a spike that came down again, has not.
constexpr double kFloor = 1e3;
constexpr double kFactor = 1e3;
constexpr int kInARow = 2;

// A warm-up halves the scale too, from 2^32 or 2^16 to where gradients fit. Only a descent to where
// a scale is none is a failure.
constexpr std::uint64_t kStorm = 5;
constexpr double kLeastScale = 4.0;

constexpr std::size_t kMaxColumns = 32;

bool is_separator(char c) noexcept
{
  return c == ' ' || c == '\t' || c == '|' || c == ',';
}

// Cells of a table's row; at most kMaxColumns.
std::vector<std::string_view> cells_of(std::string_view text)
{
  std::vector<std::string_view> cells;
  std::size_t at = run(text, 0, is_separator);
  while (at < text.size() && cells.size() < kMaxColumns) {
    const std::size_t size = run(text, at, [](char c) { return !is_separator(c); });
    cells.push_back(text.substr(at, size));
    at += size;
    at += run(text, at, is_separator);
  }
  return cells;
}

bool names_training_loss(std::string_view cell)
{
  std::string lower(cell);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("loss") != std::string::npos && !lower.starts_with("val") &&
         !lower.starts_with("test") && !lower.starts_with("eval") && !lower.starts_with("best");
}

Finding finding_of(std::string rule, std::string cause, int order, Evidence first,
                   std::uint64_t last_line, std::uint64_t count)
{
  Finding finding;
  first.rule = rule;
  finding.rule = std::move(rule);
  finding.cause = std::move(cause);
  finding.order = order;
  finding.first = std::move(first);
  finding.last_line = last_line;
  finding.count = count;
  return finding;
}

}  // namespace

MetricWatch::Track* MetricWatch::track(std::string_view name)
{
  const std::uint64_t hash = std::hash<std::string_view>{}(name) | 1U;
  for (Track& track : tracks_) {
    if (track.name == hash || track.name == 0) {
      track.name = hash;
      return &track;
    }
  }
  return nullptr;
}

bool MetricWatch::progress(const LinePlace& place, const Message& message)
{
  bool trains = false;
  std::array<LossValue, kMaxLosses> losses;
  const std::size_t count = losses_of(message.text, losses);
  for (std::size_t i = 0; i < count; ++i) {
    Track* track = this->track(losses[i].name);
    const double value = std::abs(losses[i].value);
    trains = trains || (std::isfinite(value) && names_training_loss(losses[i].name));
    if (track == nullptr || !std::isfinite(value)) {
      continue;  // what is not a number is the rules' business
    }
    const bool fresh = track->last_line == 0;
    if (!fresh && value > kFloor && value > kFactor * std::max(1.0, track->least)) {
      if (track->blown++ == 0) {
        track->first = make_evidence(place, whereabouts(message), "");
      }
    } else {
      track->blown = 0;
      track->least = fresh ? value : std::min(track->least, value);
    }
    track->last_line = place.line;
  }
  return trains;
}

void MetricWatch::header(std::string_view text)
{
  const std::vector<std::string_view> cells = cells_of(text);
  if (cells.size() < 2) {
    return;
  }
  const auto loss = std::find_if(cells.begin(), cells.end(), names_training_loss);
  if (loss != cells.end()) {
    loss_column_ = static_cast<std::size_t>(loss - cells.begin());
    columns_ = cells.size();
  }
}

bool MetricWatch::is_head(std::string_view text)
{
  if (!names_nan_columns(text)) {
    return false;
  }
  header(text);
  return true;
}

bool MetricWatch::in_bad_column(std::string_view text) const
{
  double value = 0;
  if (!loss_column_) {
    return false;
  }
  const std::vector<std::string_view> cells = cells_of(text);
  // Ultralytics draws a bar behind the row.
  const bool fits = cells.size() == columns_ ||
                    (cells.size() > columns_ && text.find("%|") != std::string_view::npos);
  return fits && read_value(cells[*loss_column_], value) && !std::isfinite(value);
}

bool MetricWatch::not_a_number(const LinePlace& place, const Message& message)
{
  std::array<LossValue, kMaxLosses> losses;
  const std::size_t count = losses_of(message.text, losses);
  const bool named =
      std::any_of(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(count),
                  [](const LossValue& loss) {
                    return std::isnan(loss.value) && names_training_loss(loss.name);
                  });
  if (!named && !in_bad_column(message.text)) {
    if (has_no_values(message.text)) {
      header(message.text);
    }
    return false;
  }
  if (bad_lines_ == 0) {
    first_bad_line_ = make_evidence(place, whereabouts(message), "");
  }
  last_bad_line_ = place.line;
  ++bad_lines_;
  return true;
}

void MetricWatch::overflow(const LinePlace& place, const Message& message)
{
  double scale = 0;
  // "reducing loss scale to 8.0", "setting loss scale to: 8.0", but "Reducing hysteresis to 1".
  const std::size_t to = message.text.rfind(" to");
  if (to == std::string_view::npos ||
      message.text.find("hysteresis to") != std::string_view::npos) {
    return;
  }
  const std::string_view rest = message.text.substr(to + 3);
  if (!read_value(rest.substr(run(rest, 0, [](char c) { return c == ':' || c == ' '; })), scale)) {
    return;
  }
  if (overflows_ == 0 || scale > scale_) {  // it had grown: another descent begins
    overflows_ = 0;
    first_overflow_ = make_evidence(place, whereabouts(message), "");
  }
  scale_ = scale;
  last_overflow_ = place.line;
  ++overflows_;
}

std::vector<Finding> MetricWatch::findings(int order) const
{
  std::vector<Finding> found;
  for (const Track& track : tracks_) {
    if (track.blown >= kInARow) {
      found.push_back(finding_of("loss_values_diverged", "loss_divergence", order, track.first,
                                 track.last_line, static_cast<std::uint64_t>(track.blown)));
    }
  }
  if (bad_lines_ > 0) {
    found.push_back(finding_of("loss_not_a_number", "nan_loss", order + 1, first_bad_line_,
                               last_bad_line_, bad_lines_));
  }
  if (overflows_ >= kStorm && scale_ <= kLeastScale) {
    found.push_back(finding_of("overflow_storm", "loss_divergence", order + 2, first_overflow_,
                               last_overflow_, overflows_));
  }
  return found;
}

}  // namespace gpualert
