#include "classify/literal_parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxStrings = 48;   // of one literal set; beyond, a part counts as unknown
constexpr std::size_t kLongestRun = 120;  // no literal need be longer to be looked for

std::size_t shortest(const LiteralSet& set)
{
  std::size_t length = std::numeric_limits<std::size_t>::max();
  for (const std::string& text : set) {
    length = std::min(length, text.size());
  }
  return set.empty() ? 0 : length;
}

// The set that says most: the longest shortest string, then the fewest strings.
const LiteralSet* best_of(const std::vector<LiteralSet>& sets)
{
  const LiteralSet* best = nullptr;
  for (const LiteralSet& set : sets) {
    if (best == nullptr || shortest(set) > shortest(*best) ||
        (shortest(set) == shortest(*best) && set.size() < best->size())) {
      best = &set;
    }
  }
  return best;
}

}  // namespace

LiteralPart unknown_part()
{
  return {false, {}, {}};
}

void sort_unique(LiteralSet& set)
{
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

LiteralPart either(const LiteralPart& a, const LiteralPart& b)
{
  LiteralPart both;
  if (a.exact && b.exact && a.strings.size() + b.strings.size() <= kMaxStrings) {
    both.strings = a.strings;
    both.strings.insert(both.strings.end(), b.strings.begin(), b.strings.end());
    sort_unique(both.strings);
    return both;
  }
  both = unknown_part();
  const LiteralSet* left = a.exact ? &a.strings : best_of(a.needed);
  const LiteralSet* right = b.exact ? &b.strings : best_of(b.needed);
  if (left != nullptr && right != nullptr) {
    LiteralSet joined = *left;
    joined.insert(joined.end(), right->begin(), right->end());
    sort_unique(joined);
    both.needed.push_back(std::move(joined));
  }
  return both;
}

void LiteralSequence::append(const LiteralPart& part)
{
  if (part.exact && run_.size() * part.strings.size() <= kMaxStrings) {
    LiteralSet product;
    for (const std::string& head : run_) {
      for (const std::string& tail : part.strings) {
        product.push_back(head + tail);
      }
    }
    sort_unique(product);
    run_ = std::move(product);
    if (shortest(run_) >= kLongestRun) {
      flush();
      exact_ = false;
    }
    return;
  }
  flush();
  exact_ = false;
  if (part.exact) {
    run_ = part.strings;
  } else {
    needed_.insert(needed_.end(), part.needed.begin(), part.needed.end());
  }
}

LiteralPart LiteralSequence::finish() &&
{
  if (exact_) {
    return {true, std::move(run_), {}};
  }
  flush();
  return {false, {}, std::move(needed_)};
}

void LiteralSequence::flush()
{
  if (shortest(run_) > 0) {
    needed_.push_back(run_);
  }
  run_ = {""};
}

LiteralPart repeated(const LiteralPart& part, Repeat repeat)
{
  if (repeat.least == 1 && repeat.most == 1) {
    return part;
  }
  if (part.exact && repeat.most <= 4) {
    LiteralPart all;
    all.strings.clear();
    for (std::size_t n = repeat.least; n <= repeat.most; ++n) {
      LiteralSequence one;
      for (std::size_t i = 0; i < n; ++i) {
        one.append(part);
      }
      all = either(all, std::move(one).finish());
      if (!all.exact) {
        break;
      }
    }
    if (all.exact) {
      return all;
    }
  }
  if (repeat.least == 0) {
    return unknown_part();
  }
  LiteralPart some = unknown_part();
  some.needed = part.exact ? std::vector<LiteralSet>{part.strings} : part.needed;
  return some;
}

}  // namespace gpualert
