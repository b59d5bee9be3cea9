#include "classify/finding_store.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxText = 1024;       // bytes of evidence kept of one line
constexpr std::size_t kTemplateBytes = 256;  // of a text tell it from others

constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15U;

// Hash of the text without its digits, and of the rule.
std::uint64_t template_hash(std::string_view text, std::uint64_t rule) noexcept
{
  std::array<char, kTemplateBytes + sizeof(std::uint64_t)> letters;
  std::size_t size = 0;
  for (const char c : text.substr(0, kTemplateBytes)) {
    letters[size] = c;
    size += c >= '0' && c <= '9' ? 0 : 1;
  }
  std::memset(letters.data() + size, 0, sizeof(std::uint64_t));
  std::uint64_t hash = (rule + 1) * kPrime;
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, letters.data() + at, sizeof word);
    hash = (hash ^ word) * kPrime;
    hash ^= hash >> 29U;
  }
  return hash;
}

void add_rank(std::vector<int>& ranks, int rank)
{
  const auto place = std::lower_bound(ranks.begin(), ranks.end(), rank);
  if (ranks.size() < FindingStore::kMaxRanks && (place == ranks.end() || *place != rank)) {
    ranks.insert(place, rank);
  }
}

}  // namespace

Evidence make_evidence(const LinePlace& place, const Whereabouts& where, std::string_view rule)
{
  Evidence evidence;
  evidence.line = place.line;
  evidence.offset = place.offset;
  evidence.stream = place.stream;
  evidence.rank = where.rank;
  evidence.host = to_utf8(where.host);
  evidence.rule = rule;
  std::string text;
  strip_escapes(place.raw.substr(0, 4 * kMaxText), text);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.pop_back();
  }
  evidence.text = cut_utf8(to_utf8(std::string_view(text).substr(0, kMaxText)), kMaxText);
  return evidence;
}

std::size_t FindingStore::place_for(std::size_t rule, Role role, const Message& message,
                                    bool& fresh)
{
  Texts& texts = texts_[2 * rule + (role == table_.rules[rule].role ? 0 : 1)];
  const std::uint64_t key =
      template_hash(message.text, rule * 16 + static_cast<std::uint64_t>(role));
  if (const auto known = by_text_.find(key); known != by_text_.end()) {
    return known->second;
  }
  // Every rule has room for one text, whatever the others took.
  const std::size_t reserve = texts_.size();
  const bool room = texts.count == 0 ? items_.size() < kMaxFindings + reserve
                                     : texts.count < kMaxTexts && items_.size() < kMaxFindings;
  if (!room) {
    return texts.last;
  }
  fresh = true;
  ++texts.count;
  texts.last = static_cast<std::uint16_t>(items_.size());
  by_text_.emplace(key, texts.last);
  items_.emplace_back();
  origins_.emplace_back();
  return texts.last;
}

std::size_t FindingStore::add(std::size_t rule, Role role, const LinePlace& place,
                              const Message& message, const Whereabouts& where,
                              std::uint64_t episode)
{
  bool fresh = false;
  const std::size_t index = place_for(rule, role, message, fresh);
  Finding& finding = items_[index];
  const Rule& source = table_.rules[rule];
  if (fresh) {
    finding.rule = source.id;
    finding.cause = source.cause;
    finding.role = role;
    finding.order = static_cast<int>(rule);
    finding.first = make_evidence(place, where, source.id);
    finding.exception = exception_name(message.text);
    finding.title = source.title;
    finding.hint = source.hint;
    origins_[index] = {where.pid, where.device};
  } else if (finding.last_line < episode) {
    finding.latest = make_evidence(place, where, source.id);
    finding.handled = false;
    origins_[index] = {where.pid, where.device};
  }
  finding.last_line = place.line;
  ++finding.count;
  if (where.rank) {
    add_rank(finding.ranks, *where.rank);
  }
  return index;
}

std::vector<Finding> FindingStore::take()
{
  std::sort(items_.begin(), items_.end(), [](const Finding& a, const Finding& b) {
    return std::pair(a.first.line, a.order) < std::pair(b.first.line, b.order);
  });
  return std::move(items_);
}

}  // namespace gpualert
