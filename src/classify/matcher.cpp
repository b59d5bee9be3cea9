#include "classify/matcher.hpp"

#include "classify/pattern_options.hpp"

#include <algorithm>

namespace gpualert {

namespace {

constexpr std::size_t kMaxCompiled = 96;  // about 30 KiB each

re2::StringPiece piece(std::string_view text)
{
  return {text.data(), text.size()};
}

}  // namespace

struct Matcher::Pattern {
  explicit Pattern(std::string_view text) : re2(piece(text), pattern_options()) {}
  re2::RE2 re2;
};

Matcher::Matcher(const RuleTable& table) : table_(table), patterns_(table.rules.size())
{
  for (std::size_t i = 0; i < table.rules.size(); ++i) {
    if (table.rules[i].gate == GateKind::none) {
      noise_.push_back(static_cast<std::uint16_t>(i));
    }
  }
}

Matcher::~Matcher() = default;

Matcher::Pattern& Matcher::pattern(std::size_t rule)
{
  if (!patterns_[rule]) {
    if (compiled_ >= kMaxCompiled) {
      for (auto& pattern : patterns_) {
        pattern.reset();
      }
      compiled_ = 0;
    }
    patterns_[rule] = std::make_unique<Pattern>(table_.rules[rule].pattern);
    ++compiled_;
  }
  return *patterns_[rule];
}

bool Matcher::matches(std::size_t rule, std::string_view text)
{
  return re2::RE2::PartialMatch(piece(text), pattern(rule).re2);
}

bool Matcher::compiles(std::size_t rule)
{
  return pattern(rule).re2.ok();
}

std::optional<std::size_t> Matcher::noise_rule(std::string_view text)
{
  const auto found = std::find_if(noise_.begin(), noise_.end(), [&](std::uint16_t rule) {
    const Rule& noise = table_.rules[rule];
    return noise.whole ? text.find(noise.literal) != std::string_view::npos : matches(rule, text);
  });
  return found == noise_.end() ? std::nullopt : std::optional<std::size_t>(*found);
}

}  // namespace gpualert
