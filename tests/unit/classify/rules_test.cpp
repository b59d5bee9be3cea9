// Every rule against the whole set: what it must decide, and what it must not.
#include "base/file.hpp"
#include "classify/engine.hpp"
#include "classify/matcher.hpp"
#include "classify/normalise.hpp"
#include "classify/rule_text.hpp"

#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace gpualert {

namespace {

constexpr const char* kRules = GPUALERT_SOURCE_DIR "/rules";

std::vector<RuleText> all_rules()
{
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kRules)) {
    if (entry.path().extension() == ".json" && entry.path().filename() != "causes.json") {
      files.insert(entry.path());
    }
  }
  std::vector<RuleText> all;
  for (const auto& path : files) {
    auto rules = parse_rules(read_file(path).value(), path.filename());
    REQUIRE(rules);
    all.insert(all.end(), rules->begin(), rules->end());
  }
  return all;
}

// The rules that the scanner finds in a log of this one line.
std::vector<std::string> scan(const std::string& line)
{
  Scanner scanner;
  scanner.bytes(Stream::out, line + "\n");
  std::vector<std::string> rules;
  for (const Finding& finding : scanner.finish().items) {
    rules.push_back(finding.rule);
  }
  return rules;
}

// The same without a gate: all rules in order.
std::vector<std::string> scan_slowly(const std::string& line, Matcher& matcher)
{
  std::string scratch;
  const Message message = normalise(line, scratch);
  if (message.code || matcher.is_noise(message.text)) {
    return {};
  }
  for (std::size_t i = 0; i < builtin_rules().rules.size(); ++i) {
    const Rule& rule = builtin_rules().rules[i];
    if (rule.role != Role::noise && matcher.matches(i, message.text)) {
      return role_on(rule, message) ? std::vector{std::string(rule.id)}
                                    : std::vector<std::string>{};
    }
  }
  return {};
}

std::vector<std::string> lines_of(const std::string& path)
{
  std::istringstream in(read_file(GPUALERT_SOURCE_DIR + path).value());
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("a rule decides its samples within the whole set")
{
  for (const RuleText& rule : all_rules()) {
    for (const std::string& sample : rule.samples) {
      INFO(rule.id << ": " << sample);
      const bool noise = rule.role == Role::noise;
      CHECK(scan(sample) == (noise ? std::vector<std::string>{} : std::vector{rule.id}));
    }
  }
}

TEST_CASE("a noise rule takes its samples from a rule that matches them")
{
  Matcher matcher(builtin_rules());
  for (const RuleText& rule : all_rules()) {
    for (const std::string& sample :
         rule.role == Role::noise ? rule.samples : std::vector<std::string>{}) {
      INFO(rule.id << ": " << sample);
      std::string scratch;
      CHECK(matcher.is_noise(normalise(sample, scratch).text));
    }
  }
}

TEST_CASE("a rule does not match its counter-samples")
{
  for (const RuleText& rule : all_rules()) {
    for (const std::string& sample : rule.counter_samples) {
      INFO(rule.id << ": " << sample);
      for (const std::string& found : scan(sample)) {
        CHECK(found != rule.id);
      }
    }
  }
}

TEST_CASE("the gate finds what trying every rule finds")
{
  Matcher matcher(builtin_rules());
  std::vector<std::string> lines = lines_of("/tests/rules/negatives.txt");
  for (const std::string& line : lines_of("/tests/rules/positives.tsv")) {
    lines.push_back(line.substr(line.find('\t') + 1));
  }
  for (const RuleText& rule : all_rules()) {
    lines.insert(lines.end(), rule.samples.begin(), rule.samples.end());
    lines.insert(lines.end(), rule.counter_samples.begin(), rule.counter_samples.end());
  }
  CHECK(lines.size() > 690);
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(scan(line) == scan_slowly(line, matcher));
  }
}

TEST_CASE("the evidence lines of the knowledge base give their causes")
{
  for (const std::string& line : lines_of("/tests/rules/positives.tsv")) {
    INFO(line);
    const std::size_t tab = line.find('\t');
    Scanner scanner;
    scanner.bytes(Stream::err, line.substr(tab + 1) + "\n");
    const Findings findings = scanner.finish();
    REQUIRE(findings.items.size() == 1);
    CHECK(findings.items[0].cause == line.substr(0, tab));
  }
}

TEST_CASE("the false friends of the knowledge base match nothing")
{
  for (const std::string& line : lines_of("/tests/rules/negatives.txt")) {
    INFO(line);
    CHECK(scan(line).empty());
  }
}

TEST_CASE("every cause of the catalogue but success has a rule")
{
  std::set<std::string> without;
  for (const CauseEntry& cause : builtin_causes()) {
    without.emplace(cause.id);
  }
  for (const RuleText& rule : all_rules()) {
    if (rule.role != Role::noise) {
      without.erase(rule.cause);
    }
  }
  CHECK(without == std::set<std::string>{"success"});
}

TEST_CASE("every pattern compiles in the memory that it is given")
{
  Matcher matcher(builtin_rules());
  for (std::size_t i = 0; i < builtin_rules().rules.size(); ++i) {
    INFO(builtin_rules().rules[i].id);
    CHECK(matcher.compiles(i));
  }
}

TEST_CASE("the version names the rules by number and hash")
{
  const RulesInfo info = builtin_rules_info();
  CHECK(info.rules == all_rules().size());
  CHECK(info.causes == 50);
  CHECK(info.hash.size() == 16);
}

}  // namespace gpualert
