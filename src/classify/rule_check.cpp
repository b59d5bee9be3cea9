// Whether a user's rules do, within the whole set, what their samples say.
#include "classify/matcher.hpp"
#include "classify/normalise.hpp"
#include "classify/pattern_fault.hpp"
#include "classify/rule_cover.hpp"
#include "classify/rule_set_data.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace gpualert {

namespace {

// What the scanner makes of a log of one line.
class OneLine final : public RuleWatcher {
public:
  OneLine(const std::shared_ptr<const RuleSet>& set, const std::string& line)
  {
    Scanner scanner(set, this);
    scanner.bytes(Stream::unknown, line + "\n");
    (void)scanner.finish();  // matched() has seen what there is
  }
  void matched(const RuleMatch& match) override { match_ = match; }
  const std::optional<RuleMatch>& match() const { return match_; }

private:
  std::optional<RuleMatch> match_;
};

class Checker {
public:
  explicit Checker(const std::shared_ptr<const RuleSet>& set)
      : set_(set), data_(set->data()), infos_(set->list()), matcher_(data_.table)
  {
  }

  std::vector<RuleProblem> check()
  {
    for (std::size_t i = 0; i < data_.user.size(); ++i) {
      const RuleText& rule = data_.user[i].text;
      if (const int size = program_size(rule.pattern); size > kSlowProgram) {
        complain(i, rule.line,
                 "the pattern is large: compiled it has " + std::to_string(size) +
                     " instructions; lines are searched slowly",
                 "repeat less, or write .* instead");
      }
      if (rule.samples.empty()) {
        problems_.push_back(no_samples(data_.files[data_.user[i].file], rule));
      }
      for (std::size_t k = 0; k < rule.samples.size(); ++k) {
        check_sample(i, rule.samples[k], rule.sample_lines[k]);
      }
      for (std::size_t k = 0; k < rule.counter_samples.size(); ++k) {
        check_counter_sample(i, rule.counter_samples[k], rule.counter_sample_lines[k]);
      }
    }
    Covers covers(infos_);
    for (std::size_t i = 0; i < data_.user.size(); ++i) {
      check_shadow(i, covers);
    }
    return std::move(problems_);
  }

private:
  void complain(std::size_t rule, std::size_t line, std::string what, std::string fix)
  {
    const UserRule& user = data_.user[rule];
    problems_.push_back({data_.files[user.file], line, rule_label(user.text.id), std::move(what),
                         std::move(fix), false});
  }

  std::string name_of(std::size_t rule) const
  {
    const RuleInfo& info = infos_[rule];
    std::string name = info.builtin ? "the built-in rule \"" : "rule \"";
    name.append(info.id).append("\" (").append(info.file);
    return name + (info.builtin ? ")" : ":" + std::to_string(info.line) + ")");
  }

  static std::string quote(const std::string& sample)
  {
    constexpr std::size_t kLongest = 80;
    return sample.size() <= kLongest ? sample : sample.substr(0, kLongest) + "…";
  }

  void check_sample(std::size_t rule, const std::string& sample, std::size_t line)
  {
    const auto wrong = [&](const std::string& what, std::string fix) {
      complain(rule, line, "the sample \"" + quote(sample) + "\" " + what, std::move(fix));
    };
    if (sample.find_first_of("\n\r") != std::string::npos) {
      return wrong("is more than one line", "a rule sees one line at a time");
    }
    std::string scratch;
    const Message message = normalise(sample, scratch);
    if (!matcher_.matches(rule, message.text)) {
      return wrong("is not matched by the pattern",
                   message.text == sample
                       ? "correct the one or the other"
                       : "the pattern is tried on \"" + quote(std::string(message.text)) + "\"");
    }
    if (data_.rules[rule].role == Role::noise) {
      return;
    }
    const std::optional<RuleMatch> match = OneLine(set_, sample).match();
    if (!match) {
      wrong(message.code ? "looks like a source line that a traceback quotes; such lines are not "
                           "tried"
                         : "only announces the lines after it; such lines are not tried",
            "take the line that states the failure");
    } else if (match->noise) {
      wrong("is taken away by " + name_of(*match->noise) + ", which has the role noise",
            "make that pattern narrower, or choose another line");
    } else if (match->rule != rule) {
      wrong(
          "is taken by " + name_of(match->rule) + ", which comes first",
          infos_[match->rule].builtin ? "" : "put this rule before it, or make that one narrower");
    } else if (!match->role) {
      wrong("is an informative line (see its level) and does not count",
            "take the line that states the failure");
    }
  }

  void check_counter_sample(std::size_t rule, const std::string& sample, std::size_t line)
  {
    std::string scratch;
    const Message message = normalise(sample, scratch);
    const bool takes =
        data_.rules[rule].role == Role::noise ? matcher_.matches(rule, message.text) : [&] {
          const auto match = OneLine(set_, sample).match();
          return match && match->rule == rule && match->role && !match->noise;
        }();
    if (takes) {
      complain(rule, line, "takes its counter-sample \"" + quote(sample) + "\"",
               "make the pattern narrower");
    }
  }

  void check_shadow(std::size_t rule, Covers& covers)
  {
    const std::size_t line = data_.user[rule].text.line;
    for (std::size_t other = 0; other < infos_.size(); ++other) {
      const bool before = other < rule || infos_[other].role == Role::noise;
      if (other != rule && before && infos_[rule].role != Role::noise &&
          covers.covers(other, rule)) {  // NOLINT(readability-suspicious-call-argument): as meant
        complain(rule, line,
                 "never decides: " + name_of(other) + " takes every line that it matches",
                 infos_[other].builtin ? "choose another text" : "put this rule before it");
        return;
      }
    }
    std::string hidden;
    std::size_t count = 0;
    for (std::size_t other = data_.user.size(); other < infos_.size(); ++other) {
      if (infos_[other].role != Role::noise && covers.covers(rule, other)) {
        ++count;
        hidden = hidden.empty() ? "\"" + std::string(infos_[other].id) + "\"" : hidden;
      }
    }
    if (count > 0) {
      complain(rule, line,
               "takes every line of the built-in rule " + hidden +
                   (count > 1 ? " and of " + std::to_string(count - 1) + " more" : ""),
               count > 1
                   ? "make the pattern narrower"
                   : "to replace that rule give this one its id, else make the pattern narrower");
    }
  }

  const std::shared_ptr<const RuleSet>& set_;
  const RuleSet::Data& data_;
  std::vector<RuleInfo> infos_;
  Matcher matcher_;
  std::vector<RuleProblem> problems_;
};

}  // namespace

std::vector<RuleProblem> check_rules(const std::shared_ptr<const RuleSet>& set)
{
  return Checker(set).check();
}

}  // namespace gpualert
