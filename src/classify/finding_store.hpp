#pragma once

#include "classify/normalise.hpp"
#include "classify/rule_table.hpp"
#include "classify/whereabouts.hpp"

#include <gpualert/classifier.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gpualert {

// A line of the log and where it stands.
struct LinePlace {
  std::uint64_t line = 0;
  std::uint64_t offset = 0;
  Stream stream = Stream::unknown;
  std::string_view raw;
};

// The evidence that a line gives: its text without escapes, as valid UTF-8 of bounded length.
Evidence make_evidence(const LinePlace& place, const Whereabouts& where, std::string_view rule);

// Keeps what matched. Lines that differ in digits alone are one finding; of each rule only a few
// different texts are kept, of all rules together kMaxFindings.
class FindingStore {
public:
  static constexpr std::size_t kMaxTexts = 4;  // per rule
  static constexpr std::size_t kMaxFindings = 512;
  static constexpr std::size_t kMaxRanks = 64;  // per finding

  explicit FindingStore(const RuleTable& table) : table_(table), texts_(2 * table.rules.size()) {}

  // Notes a match of `rule`. `role` may be lower than the rule's own. A match before `episode`
  // (the last line of progress) is forgotten in favour of this one as the place to judge from.
  // Returns the index of the finding.
  std::size_t add(std::size_t rule, Role role, const LinePlace& place, const Message& message,
                  const Whereabouts& where, std::uint64_t episode);

  Finding& at(std::size_t index) { return items_[index]; }

  // Calls `rank_of` with the whereabouts of each finding whose rank its line did not tell.
  template <typename RankOf>
  void name_ranks(RankOf rank_of)
  {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Evidence& evidence = items_[i].latest ? *items_[i].latest : items_[i].first;
      if (!evidence.rank) {
        evidence.rank =
            rank_of(Whereabouts{std::nullopt, evidence.host, origins_[i].pid, origins_[i].device});
      }
    }
  }
  std::vector<Finding> take();

private:
  struct Texts {
    std::uint16_t count = 0;
    std::uint16_t last = 0;  // index of the finding that takes further texts
  };
  std::size_t place_for(std::size_t rule, Role role, const Message& message, bool& fresh);

  const RuleTable& table_;
  std::vector<Texts> texts_;  // by rule, and whether the role is the rule's own
  struct Origin {
    std::int64_t pid = 0;
    std::optional<int> device;
  };
  std::vector<Finding> items_;
  std::vector<Origin> origins_;  // of the episodes of items_
  std::unordered_map<std::uint64_t, std::uint16_t> by_text_;
};

}  // namespace gpualert
