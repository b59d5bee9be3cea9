#include "classify/engine.hpp"

#include "classify/bytes.hpp"
#include "classify/loss_values.hpp"

#include "classify/markers.hpp"
#include "classify/progress.hpp"

#include <algorithm>
#include <utility>

namespace gpualert {

namespace {

constexpr std::uint64_t kMessageLines = 4;   // of an exception, below the line that names it
constexpr std::uint64_t kMaxLocated = 4096;  // matches whose rank is looked for in their text

std::vector<GateLiteral> all_literals(const RuleTable& table)
{
  std::vector<GateLiteral> literals(table.literals.begin(), table.literals.end());
  for (const Marker& marker : kMarkers) {
    literals.push_back({marker.text, marker.window, false});
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

Engine::Engine(const RuleTable& table, RuleWatcher* watcher)
    : table_(table),
      watcher_(watcher),
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

void Engine::take_progress(const LinePlace& place, const Message& message)
{
  result_.last_progress_line = std::max(result_.last_progress_line, place.line);
  if (metrics_.progress(place, message)) {
    result_.last_loss_line = place.line;
  }
  progress_.add(place, message, arrival_ns_);
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
        state.traceback.begin(message);
        state.raised.clear();
        remember_exception(exception_of_header(message.text), message, place, state);
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
      case MarkerKind::raised_from:
        if (state.last_exception) {
          store_.at(*state.last_exception).caught = false;
        }
        header = true;
        break;
      case MarkerKind::completion:
        result_.completion_line = place.line;
        break;
      case MarkerKind::attempt:
        result_.last_attempt_line = place.line;
        break;
      case MarkerKind::launcher:
        launcher_.take(message, place.line);
        break;
      case MarkerKind::overflow:
        metrics_.overflow(place, message);
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
    if (message.text.starts_with("raise ")) {
      state.raised = exception_raised(message.text);
      state.raise_line = state.raised.empty() ? Evidence{} : make_evidence(place, {}, "");
    }
    return;
  }
  found_.clear();
  gate_.collect(message.text, found_);
  if (!take_markers(message, state, place) || metrics_.is_head(message.text)) {
    return;
  }
  const std::optional<std::size_t> rule = decide(message);
  if (!rule && watcher_ != nullptr) {
    tell_noise(message, place);
  }
  if (in_traceback == Traceback::Line::exception) {
    end_traceback(message, place, state);
    if (state.traceback.kind() == Traceback::Kind::ignored) {
      return;
    }
  }
  if (rule) {
    note(*rule, message, place, in_traceback);
  } else if (metrics_.not_a_number(place, message) || result_.completion_line == place.line) {
    return;
  } else if (looks_like_progress(message.text) && !has_bad_loss(message.text)) {
    take_progress(place, message);
  }
}

void Engine::end_traceback(const Message& message, const LinePlace& place, StreamState& state)
{
  state.last_exception.reset();
  state.exception = exception_name(message.text);
  state.exception_rank = message.rank;
  state.exception_line = place.line;
  state.exception_goes_on = message.text.ends_with(':');
  state.exception_counts = state.traceback.kind() == Traceback::Kind::uncaught;
  remember_exception(state.exception, message, place, state);
}

void Engine::remember_exception(std::string_view name, const Message& message,
                                const LinePlace& place, const StreamState& state)
{
  // That another process failed is news only when nothing else is known.
  const bool news = !wraps_another(name) || result_.last_exception.empty();
  if (!name.empty() && news && state.traceback.kind() == Traceback::Kind::uncaught) {
    result_.last_exception = name;
    result_.last_traceback = make_evidence(place, locate(message), "");
  }
}

bool Engine::continues_exception(const Message& message, const LinePlace& place,
                                 const StreamState& state) noexcept
{
  return state.exception_counts && (state.exception_goes_on || message.indent > 0) &&
         place.line > state.exception_line && place.line <= state.exception_line + kMessageLines &&
         message.level == Level::none && message.rank == state.exception_rank;
}

Whereabouts Engine::locate(const Message& message)
{
  if (located_++ >= kMaxLocated) {
    return {message.rank, message.host, message.pid, std::nullopt};
  }
  return whereabouts(message);
}

void Engine::note(std::size_t rule, const Message& message, const LinePlace& place,
                  Traceback::Line in_traceback)
{
  StreamState& state = streams_[static_cast<std::size_t>(place.stream)];
  std::optional<Role> role = role_on(table_.rules[rule], message);
  const bool exception = in_traceback == Traceback::Line::exception;
  if (role && exception && state.traceback.kind() == Traceback::Kind::thread) {
    role = Role::weak;
  }
  if (watcher_ != nullptr) {
    tell(rule, role, message, place);
  }
  if (!role) {
    return;
  }
  const std::size_t index =
      store_.add(rule, *role, place, message, locate(message), result_.last_progress_line);
  Finding& finding = store_.at(index);
  finding.warning = finding.warning || *role != table_.rules[rule].role;
  if (exception) {
    state.last_exception = index;
    const bool counts = *role != Role::weak;
    finding.caught = (!finding.uncaught || finding.caught) && state.traceback.caught();
    finding.uncaught = finding.uncaught || counts;
  } else if (finding.exception.empty() && continues_exception(message, place, state)) {
    finding.exception = state.exception;
    finding.uncaught = true;
  }
}

// What is judged from the state at the end of the output.
void Engine::conclude(Findings& findings) const
{
  for (const StreamState& state : streams_) {
    if (state.traceback.kind() == Traceback::Kind::uncaught && state.traceback.cut_short()) {
      findings.cut_short = true;
      if (!state.raised.empty()) {
        findings.last_exception = state.raised;
        findings.last_traceback = state.raise_line;
      }
    }
  }
  for (Finding& finding : metrics_.findings(static_cast<int>(table_.rules.size()))) {
    findings.items.push_back(std::move(finding));
  }
}

Findings Engine::finish()
{
  store_.name_ranks([this](const Whereabouts& where) { return launcher_.rank_of(where); });
  result_.items = store_.take();
  result_.deaths = launcher_.take_deaths();
  result_.progress = progress_.take();
  conclude(result_);
  return std::move(result_);
}

Findings Engine::so_far() const
{
  Findings findings = result_;
  FindingStore store = store_;
  store.name_ranks([this](const Whereabouts& where) { return launcher_.rank_of(where); });
  findings.items = store.take();
  findings.deaths = launcher_.deaths();
  findings.progress = progress_.so_far();
  conclude(findings);
  return findings;
}

}  // namespace gpualert
