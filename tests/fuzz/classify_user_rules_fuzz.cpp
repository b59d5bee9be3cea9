// A user's rule file of any content becomes a set that scans, or problems; and what the set takes
// for the fixed text of a pattern is what RE2 needs: checked line by line against RE2 itself.
#include "classify/literals.hpp"
#include "classify/pattern_fault.hpp"
#include "classify/pattern_options.hpp"

#include <gpualert/rule_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

std::string lower(std::string text)
{
  for (char& c : text) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

bool holds_one(const std::string& line, const gpualert::LiteralSet& set)
{
  return std::any_of(set.begin(), set.end(),
                     [&](const std::string& text) { return line.find(text) != std::string::npos; });
}

// A wrong literal would hide lines from a rule, or give it lines that it does not match.
void check_literals(const std::string& pattern, const std::string& line)
{
  const auto literals = gpualert::required_literals(pattern);
  if (!literals) {
    return;
  }
  const bool matches = re2::RE2::PartialMatch(line, re2::RE2(pattern, gpualert::pattern_options()));
  const std::string text = literals.value().caseless ? lower(line) : line;
  for (const gpualert::LiteralSet& set : literals.value().sets) {
    if (matches && !holds_one(text, set)) {
      std::abort();
    }
  }
  if (literals.value().whole && matches != holds_one(text, literals.value().sets[0])) {
    std::abort();
  }
}

void check_file(const std::string& json, const std::string& log)
{
  const gpualert::LoadedRules rules =
      gpualert::make_rule_set({{"x.json", json}}, gpualert::Broken::keeps_good_rules);
  for (const gpualert::RuleInfo& info : rules.set->list()) {
    if (info.builtin) {
      break;
    }
    (void)gpualert::check_rules(rules.set);  // only crashes matter
    break;
  }
  gpualert::Scanner scanner(rules.set);
  scanner.bytes(gpualert::Stream::out, log);
  (void)scanner.finish();  // likewise
}

}  // namespace

// The first line of the input is the pattern, or "[" and the file ends with the line "]".
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string input(reinterpret_cast<const char*>(data), size);
  if (input.starts_with('[') && input.find("\"id\"") != std::string::npos) {
    const std::size_t end = std::min(input.find("\n]\n"), input.size());
    const std::size_t log = std::min(end + 3, input.size());
    check_file(input.substr(0, log), input.substr(log));
    return 0;
  }
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string pattern = input.substr(0, std::min<std::size_t>(end, 200));
  if (!gpualert::find_pattern_fault(pattern)) {
    check_literals(pattern, input.substr(std::min(end + 1, input.size())));
  }
  return 0;
}
