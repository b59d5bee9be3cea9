// What the engine decides, for those who ask: `gpualert rules test`.
#include "classify/engine.hpp"

#include <gpualert/rule_set.hpp>

#include <algorithm>

namespace gpualert {

namespace {

bool matches_rule(const RuleTable& table, Matcher& matcher, std::size_t rule, std::string_view text)
{
  return table.rules[rule].whole || matcher.matches(rule, text);
}

}  // namespace

void Engine::tell(std::size_t rule, std::optional<Role> role, const Message& message,
                  const LinePlace& place)
{
  RuleMatch match;
  match.line = place.line;
  match.rank = message.rank;
  match.text = message.text;
  match.rule = rule;
  match.role = role;
  for (const std::uint16_t other : candidates_) {
    if (other > rule && matches_rule(table_, matcher_, other, message.text)) {
      match.lost.push_back(other);
    }
  }
  watcher_->matched(match);
}

void Engine::tell_noise(const Message& message, const LinePlace& place)
{
  const auto taken =
      std::find_if(candidates_.begin(), candidates_.end(), [&](std::uint16_t candidate) {
        return matches_rule(table_, matcher_, candidate, message.text);
      });
  if (taken == candidates_.end()) {
    return;
  }
  RuleMatch match;
  match.line = place.line;
  match.rank = message.rank;
  match.text = message.text;
  match.rule = *taken;
  match.noise = matcher_.noise_rule(message.text);
  watcher_->matched(match);
}

}  // namespace gpualert
