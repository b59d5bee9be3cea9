// The walk through the bytes: which lines are worth a look.
#include "classify/bytes.hpp"
#include "classify/engine.hpp"
#include "classify/progress.hpp"

#include <algorithm>

namespace gpualert {

namespace {

constexpr int kProbedLines = 16;  // looked at, from the end of a quiet stretch, for progress
constexpr std::uint64_t kThoroughBytes = 1U << 20U;  // of the output: every line is looked at

}  // namespace

// Walks through a region. `line` is the number of the line that holds data[counted].
struct Engine::Cursor {
  const Region& region;
  std::size_t at = 0;
  std::size_t counted = 0;
  std::uint64_t line = 0;

  std::uint64_t line_of(std::size_t position)
  {
    line += count_newlines(region.data.substr(counted, position - counted));
    counted = position;
    return line;
  }

  // The line around `position`; the cursor moves behind it.
  LinePlace take(std::size_t position)
  {
    const std::string_view data = region.data;
    const std::size_t before = find_last_line_end(data.substr(at, position - at));
    const std::size_t begin = before == kNoByte ? at : at + before + 1;
    const std::size_t end = std::min(find_line_end(data, position), data.size());
    at = std::min(end + 1, data.size());
    return {line_of(begin), region.offset + begin, region.stream, data.substr(begin, end - begin)};
  }
};

std::uint64_t Engine::scan(const Region& region)
{
  Cursor cursor{region, 0, 0, region.line};
  const std::string_view data = region.data;
  const Traceback& traceback = streams_[static_cast<std::size_t>(region.stream)].traceback;
  std::size_t literal = gate_.find(data, 0);
  std::size_t number = find_number_word(data, 0);
  while (cursor.at < data.size()) {
    if (traceback.active()) {
      take_line(cursor.take(cursor.at));
      continue;
    }
    if (literal < cursor.at) {
      literal = gate_.find(data, cursor.at);
    }
    if (number < cursor.at) {
      number = find_number_word(data, cursor.at);
    }
    const std::size_t hit = std::min(literal, number);
    if (hit == Gate::kNone) {
      break;
    }
    const std::size_t quiet_from = cursor.at;
    const LinePlace place = cursor.take(hit);
    const std::size_t begin = place.offset - region.offset;
    if (begin > quiet_from) {
      Cursor quiet{region, quiet_from, cursor.counted, cursor.line};
      probe_progress(quiet, begin);
    }
    take_line(place);
  }
  probe_progress(cursor, data.size());
  return cursor.line_of(data.size()) - region.line;
}

void Engine::probe_progress(Cursor& cursor, std::size_t end)
{
  const std::string_view data = cursor.region.data;
  // Where lines come slowly, a region is a few of them; where they come fast, the last ones do.
  const bool last = end == data.size();
  const bool thorough = cursor.region.offset + end <= kThoroughBytes;
  std::size_t from = end;
  for (int i = 0; from > cursor.at && (thorough || i < kProbedLines); ++i) {
    const std::size_t before = find_last_line_end(data.substr(cursor.at, from - 1 - cursor.at));
    from = before == kNoByte ? cursor.at : cursor.at + before + 1;
    if (!thorough && !last && looks_like_progress(data.substr(from, end - from))) {
      break;
    }
  }
  Cursor quiet{cursor.region, from, cursor.counted, cursor.line};
  if (from < cursor.counted) {
    quiet.line -= count_newlines(data.substr(from, cursor.counted - from));
    quiet.counted = from;
  }
  while (quiet.at < end) {
    const LinePlace place = quiet.take(quiet.at);
    if (looks_like_progress(place.raw)) {
      take_progress(place, normalise(place.raw, scratch_));
    } else if (place.raw.find("oss") != std::string_view::npos) {
      metrics_.header(normalise(place.raw, scratch_).text);
    }
  }
}

}  // namespace gpualert
