#pragma once

#include <gpualert/config.hpp>
#include <gpualert/rule_set.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace gpualert::cli {

// Where the rules are that a user adds.
RulePaths rule_paths(const Config& config, const Environment& environment);

// The same for the commands that have --rules and no other setting: `given` is what the command
// line says, else the environment and the configuration files do. What is wrong in those is not
// said here.
RulePaths rule_paths(const std::vector<std::string>& given);

// Reads the rules; after `patience` without an answer from the disk, does without (that is a
// problem too). `set` is null when there are none: the built-in rules alone.
LoadedRules load_rules(const RulePaths& paths, std::chrono::milliseconds patience);

// The same for commands that nobody waits for; says what is wrong on stderr.
std::shared_ptr<const RuleSet> load_rules_or_say(const RulePaths& paths);

// One line for each file that is left out.
std::vector<std::string> rule_warnings(const std::vector<RuleProblem>& problems);

}  // namespace gpualert::cli
