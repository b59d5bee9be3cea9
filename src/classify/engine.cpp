#include "classify/engine.hpp"

#include "classify/bytes.hpp"
#include "classify/markers.hpp"
#include "classify/progress.hpp"

#include <algorithm>
#include <utility>

namespace gpualert {

namespace {

constexpr int kProbedLines = 16;  // looked at, from the end of a quiet stretch, for progress

std::vector<GateLiteral> all_literals(const RuleTable& table)
{
  std::vector<GateLiteral> literals(table.literals.begin(), table.literals.end());
  for (const Marker& marker : kMarkers) {
    literals.push_back({marker.text, 0, false});
  }
  return literals;
}

bool is_numeric(std::string_view cause) noexcept
{
  return cause == "nan_loss" || cause == "loss_divergence";
}

}  // namespace

std::optional<Role> role_on(const Rule& rule, const Message& message) noexcept
{
  const bool quotes = rule.role == Role::root || rule.role == Role::generic;
  if (!quotes || is_numeric(rule.cause)) {
    return rule.role;
  }
  switch (message.level) {
    case Level::info:
      return std::nullopt;
    case Level::warning:
      return Role::weak;
    default:
      return rule.role;
  }
}

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

Engine::Engine(const RuleTable& table)
    : table_(table),
      literals_(all_literals(table)),
      first_link_(table.literals.size() + 1),
      gate_(literals_),
      matcher_(table),
      store_(table)
{
  for (const GateLink& link : table.links) {
    ++first_link_[link.literal + 1U];
  }
  for (std::size_t i = 1; i < first_link_.size(); ++i) {
    first_link_[i] += first_link_[i - 1];
  }
  for (std::size_t i = 0; i < table.rules.size(); ++i) {
    if (table.rules[i].gate == GateKind::number) {
      number_rules_.push_back(static_cast<std::uint16_t>(i));
    }
  }
}

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
  std::string_view quiet = data.substr(cursor.at, end - cursor.at);
  for (int i = 0; i < kProbedLines && !quiet.empty(); ++i) {
    quiet.remove_suffix(1);  // its line end
    const std::size_t before = find_last_line_end(quiet);
    const std::size_t begin = before == kNoByte ? 0 : before + 1;
    if (looks_like_progress(quiet.substr(begin))) {
      const std::size_t position = cursor.at + begin;
      const std::uint64_t line =
          position >= cursor.counted
              ? cursor.line + count_newlines(data.substr(cursor.counted, position - cursor.counted))
              : cursor.line - count_newlines(data.substr(position, cursor.counted - position));
      result_.last_progress_line = std::max(result_.last_progress_line, line);
      return;
    }
    quiet = quiet.substr(0, begin);
  }
}

bool Engine::take_markers(const Message& message, StreamState& state, const LinePlace& place)
{
  bool header = false;
  for (const std::uint16_t literal : found_) {
    if (literal < table_.literals.size()) {
      continue;
    }
    switch (kMarkers[literal - table_.literals.size()].kind) {
      case MarkerKind::traceback:
        state.traceback.begin(message.rank);
        header = true;
        break;
      case MarkerKind::thread:
        state.traceback.announce(Traceback::Kind::thread);
        break;
      case MarkerKind::ignored:
        state.traceback.announce(Traceback::Kind::ignored);
        header = true;
        break;
      case MarkerKind::handling:
        if (state.last_exception) {
          store_.at(*state.last_exception).handled = true;
        }
        header = true;
        break;
      case MarkerKind::completion:
        result_.completion_line = place.line;
        break;
    }
  }
  return !header;
}

std::optional<std::size_t> Engine::decide(const Message& message)
{
  candidates_.clear();
  for (const std::uint16_t literal : found_) {
    if (literal < table_.literals.size()) {
      for (std::uint32_t i = first_link_[literal]; i < first_link_[literal + 1U]; ++i) {
        candidates_.push_back(table_.links[i].rule);
      }
    }
  }
  if (find_number_word(message.text, 0) != kNoByte) {
    candidates_.insert(candidates_.end(), number_rules_.begin(), number_rules_.end());
  }
  std::sort(candidates_.begin(), candidates_.end());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  for (const std::uint16_t rule : candidates_) {
    if (table_.rules[rule].whole || matcher_.matches(rule, message.text)) {
      return matcher_.is_noise(message.text) ? std::nullopt : std::optional<std::size_t>(rule);
    }
  }
  return std::nullopt;
}

void Engine::take_line(const LinePlace& place)
{
  StreamState& state = streams_[static_cast<std::size_t>(place.stream)];
  const Message message = normalise(place.raw, scratch_);
  const Traceback::Line in_traceback =
      state.traceback.active() ? state.traceback.follow(message) : Traceback::Line::outside;
  if (in_traceback == Traceback::Line::frame || message.code) {
    return;
  }
  found_.clear();
  gate_.collect(message.text, found_);
  if (!take_markers(message, state, place)) {
    return;
  }
  const std::optional<std::size_t> rule = decide(message);
  if (in_traceback == Traceback::Line::exception) {
    state.last_exception.reset();
    if (state.traceback.kind() == Traceback::Kind::ignored) {
      return;
    }
    if (state.traceback.kind() == Traceback::Kind::uncaught) {
      result_.last_exception = exception_name(message.text);
      result_.last_traceback = make_evidence(place, message, "");
    }
  }
  if (rule) {
    note(*rule, message, place, in_traceback);
  } else if (looks_like_progress(message.text)) {
    result_.last_progress_line = std::max(result_.last_progress_line, place.line);
  }
}

void Engine::note(std::size_t rule, const Message& message, const LinePlace& place,
                  Traceback::Line in_traceback)
{
  StreamState& state = streams_[static_cast<std::size_t>(place.stream)];
  std::optional<Role> role = role_on(table_.rules[rule], message);
  if (!role) {
    return;
  }
  const bool exception = in_traceback == Traceback::Line::exception;
  if (exception && state.traceback.kind() == Traceback::Kind::thread) {
    role = Role::weak;
  }
  const std::size_t index = store_.add(rule, *role, place, message, result_.last_progress_line);
  if (exception) {
    state.last_exception = index;
    Finding& finding = store_.at(index);
    finding.uncaught = finding.uncaught || *role != Role::weak;
  }
}

Findings Engine::finish()
{
  result_.items = store_.take();
  return std::move(result_);
}

}  // namespace gpualert
