#include "classify/gate.hpp"
#include "classify/pattern_fault.hpp"
#include "classify/rule_set_data.hpp"

#include "base/suggest.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gpualert {

namespace {

// Of all user's rules together: beyond, the gate lets too much pass.
constexpr std::size_t kMaxLiterals = 8000;

bool is_cause(const std::string& id)
{
  const auto causes = builtin_causes();
  return std::any_of(causes.begin(), causes.end(),
                     [&](const CauseEntry& cause) { return cause.id == id; });
}

std::string help_with_cause(const std::string& id)
{
  std::vector<std::string> known;
  for (const CauseEntry& cause : builtin_causes()) {
    known.emplace_back(cause.id);
  }
  const std::string meant = nearest(id, known);
  return meant.empty() ? "gpualert-rules(5) lists the causes" : "did you mean \"" + meant + "\"?";
}

// Takes the files one by one; one with a problem is left out.
class Assembler {
public:
  explicit Assembler(Broken broken)
      : broken_(broken), cost_(typical_log()), data_(std::make_unique<RuleSet::Data>())
  {
  }

  void take(const RuleFile& file)
  {
    if (!file.text) {
      problems_.push_back({file.path, 0, "", file.text.error().what, ""});
      return;
    }
    RuleFileText read = read_rule_file(file.text.value(), file.path);
    std::vector<UserRule> rules;
    std::set<std::string> ids;
    for (RuleText& text : read.rules) {
      if (auto rule = check(text, file.path, ids, read.problems)) {
        rules.push_back(std::move(*rule));
      }
    }
    const bool fits = check_limits(file.path, rules, read.problems);
    if (fits && (read.problems.empty() || broken_ == Broken::keeps_good_rules)) {
      data_->files.push_back(file.path);
      for (UserRule& rule : rules) {
        rule.file = data_->files.size() - 1;
        place_of_[rule.text.id] = file.path + ":" + std::to_string(rule.text.line);
        literals_ += rule.plan.literals.size();
        data_->user.push_back(std::move(rule));
      }
    }
    std::stable_sort(read.problems.begin(), read.problems.end(),
                     [](const RuleProblem& a, const RuleProblem& b) { return a.line < b.line; });
    std::move(read.problems.begin(), read.problems.end(), std::back_inserter(problems_));
  }

  LoadedRules finish() &&
  {
    add_rules();
    add_literals();
    data_->table = {data_->rules, data_->literals, data_->links};
    return {std::make_shared<const RuleSet>(std::move(data_)), std::move(problems_)};
  }

private:
  std::optional<UserRule> check(RuleText& text, const std::string& file, std::set<std::string>& ids,
                                std::vector<RuleProblem>& problems)
  {
    const auto complain = [&](std::string what, std::string fix) {
      problems.push_back({file, text.line, rule_label(text.id), std::move(what), std::move(fix)});
    };
    const std::size_t before = problems.size();
    if (!is_cause(text.cause)) {
      complain("unknown cause \"" + text.cause + "\"", help_with_cause(text.cause));
    } else if (text.cause == "success" && text.role != Role::noise) {
      complain("\"success\" is no cause of a failure",
               R"(for lines that do not matter write "role": "noise")");
    }
    if (!ids.insert(text.id).second) {
      complain("the id is taken, by a rule above", "give it another id");
    } else if (const auto taken = place_of_.find(text.id); taken != place_of_.end()) {
      complain("the id is taken, in " + taken->second, "give it another id");
    }
    UserRule rule;
    if (const auto fault = find_pattern_fault(text.pattern)) {
      complain(fault->what, fault->fix);
    } else if (auto plan = plan_gate(text, cost_)) {
      rule.plan = std::move(*plan);
    } else {
      complain(plan.error().what, "");
    }
    if (problems.size() > before) {
      return std::nullopt;
    }
    rule.text = std::move(text);
    return rule;
  }

  // Whether the table still has room for them.
  bool check_limits(const std::string& file, const std::vector<UserRule>& rules,
                    std::vector<RuleProblem>& problems) const
  {
    std::size_t literals = literals_;
    for (const UserRule& rule : rules) {
      literals += rule.plan.literals.size();
    }
    if (data_->user.size() + rules.size() > kMaxUserRules) {
      problems.push_back({file, 0, "",
                          "makes more than " + std::to_string(kMaxUserRules) + " rules in all",
                          "remove some, or join patterns with |"});
      return false;
    }
    if (literals > kMaxLiterals) {
      problems.push_back(
          {file, 0, "",
           "makes more than " + std::to_string(kMaxLiterals) + " texts to look for in all",
           "remove alternatives"});
      return false;
    }
    return true;
  }

  // The table's views look into data_->user, which is complete.
  void add_rules()
  {
    const auto builtin = builtin_rules().rules;
    std::set<std::string_view> builtin_ids;
    for (const Rule& rule : builtin) {
      builtin_ids.insert(rule.id);
    }
    for (const UserRule& user : data_->user) {
      const RuleText& text = user.text;
      const GatePlan& plan = user.plan;
      const bool noise = plan.kind == GatePlan::Kind::none;
      const GateKind gate = noise                                 ? GateKind::none
                            : plan.kind == GatePlan::Kind::number ? GateKind::number
                                                                  : GateKind::literal;
      data_->rules.push_back(
          {text.id, text.cause, text.pattern, text.role, gate, plan.whole,
           noise && plan.whole ? std::string_view(plan.literals[0]) : std::string_view(),
           text.title, text.hint});
      data_->replaces.push_back(builtin_ids.contains(text.id));
    }
    for (std::size_t i = 0; i < builtin.size(); ++i) {
      if (!place_of_.contains(std::string(builtin[i].id))) {
        data_->builtin.push_back(static_cast<std::uint16_t>(i));
        data_->rules.push_back(builtin[i]);
      }
    }
  }

  void add_literals()
  {
    const RuleTable& builtin = builtin_rules();
    std::map<std::pair<std::string_view, bool>, std::uint16_t> index;
    for (const GateLiteral& literal : builtin.literals) {
      index.emplace(std::pair{literal.text, literal.caseless},
                    static_cast<std::uint16_t>(data_->literals.size()));
      data_->literals.push_back(literal);
    }
    for (std::size_t i = 0; i < data_->user.size(); ++i) {
      const GatePlan& plan = data_->user[i].plan;
      if (plan.kind == GatePlan::Kind::none) {
        continue;
      }
      for (const std::string& text : plan.literals) {
        const auto [at, fresh] = index.emplace(std::pair{std::string_view(text), plan.caseless},
                                               static_cast<std::uint16_t>(data_->literals.size()));
        if (fresh) {
          data_->literals.push_back(
              {text, static_cast<std::uint8_t>(cost_.best_window(text)), plan.caseless});
        }
        data_->links.push_back({at->second, static_cast<std::uint16_t>(i)});
      }
    }
    std::vector<std::uint16_t> place(builtin.rules.size(), kReplaced);
    for (std::size_t i = 0; i < data_->builtin.size(); ++i) {
      place[data_->builtin[i]] = static_cast<std::uint16_t>(data_->user.size() + i);
    }
    for (const GateLink& link : builtin.links) {
      if (place[link.rule] != kReplaced) {
        data_->links.push_back({link.literal, place[link.rule]});
      }
    }
    std::stable_sort(data_->links.begin(), data_->links.end(),
                     [](const GateLink& a, const GateLink& b) { return a.literal < b.literal; });
  }

  static constexpr std::uint16_t kReplaced = 0xFFFF;

  Broken broken_;
  GramCost cost_;
  std::unique_ptr<RuleSet::Data> data_;
  std::vector<RuleProblem> problems_;
  std::map<std::string, std::string> place_of_;  // by id of a user's rule: "FILE:LINE"
  std::size_t literals_ = 0;
};

}  // namespace

RuleSet::RuleSet(std::unique_ptr<const Data> data) : data_(std::move(data)) {}

RuleSet::~RuleSet() = default;

const RuleTable& RuleSet::table() const noexcept
{
  return data_->table;
}

LoadedRules make_rule_set(const std::vector<RuleFile>& files, Broken broken)
{
  Assembler assembler(broken);
  for (const RuleFile& file : files) {
    assembler.take(file);
  }
  return std::move(assembler).finish();
}

}  // namespace gpualert
