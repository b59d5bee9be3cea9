// Runs while the product is built: turns rules/*.json into a C++ table.
//   generate_rules RULES_DIR TYPICAL_LOG OUTPUT.cpp

#include "classify/gate_plan.hpp"
#include "classify/role.hpp"
#include "classify/rule_text.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using gpualert::CauseText;
using gpualert::Error;
using gpualert::GatePlan;
using gpualert::GramCost;
using gpualert::Result;
using gpualert::RuleText;

std::string read_all(const fs::path& path)
{
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A C++ string literal. Bytes outside ASCII and trigraph material become octal escapes.
std::string quoted(const std::string& text)
{
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F || c == '"' || c == '\\' || c == '?') {
      out += '\\';
      out += static_cast<char>('0' + (byte >> 6U));
      out += static_cast<char>('0' + ((byte >> 3U) & 7U));
      out += static_cast<char>('0' + (byte & 7U));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

struct Source {
  std::vector<RuleText> rules;
  std::vector<std::pair<std::string, std::size_t>> families;  // file, position of its first rule
  std::vector<CauseText> causes;
  std::uint64_t hash = 0xCBF29CE484222325U;
};

void mix(Source& source, const std::string& text)
{
  for (const char c : text) {
    source.hash = (source.hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  }
}

Result<Source> load(const fs::path& dir)
{
  std::set<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(dir)) {
    if (entry.path().extension() == ".json") {
      files.insert(entry.path());
    }
  }
  Source source;
  std::map<std::string, std::string> file_of;
  for (const fs::path& path : files) {
    const std::string name = "rules/" + path.filename().string(), text = read_all(path);
    mix(source, text);
    if (path.filename() == "causes.json") {
      auto causes = gpualert::parse_causes(text, name);
      if (!causes) {
        return causes.error();
      }
      source.causes = std::move(causes).value();
      continue;
    }
    auto rules = gpualert::parse_rules(text, name);
    if (!rules) {
      return rules.error();
    }
    source.families.emplace_back(name, source.rules.size());
    for (RuleText& rule : *rules) {
      const auto [at, fresh] = file_of.emplace(rule.id, name);
      if (!fresh) {
        return Error{name + ": rule \"" + rule.id + "\": the id is taken, in " + at->second};
      }
      source.rules.push_back(std::move(rule));
    }
  }
  for (const RuleText& rule : source.rules) {
    const bool known = std::any_of(source.causes.begin(), source.causes.end(),
                                   [&](const CauseText& cause) { return cause.id == rule.cause; });
    if (!known) {
      return Error{file_of[rule.id] + ": rule \"" + rule.id + "\": unknown cause \"" + rule.cause +
                   "\"; add it to rules/causes.json"};
    }
  }
  return source;
}

struct Tables {
  std::string rules, literals, links, causes, families;
  std::size_t literal_count = 0, link_count = 0;
};

const char* gate_name(GatePlan::Kind kind)
{
  switch (kind) {
    case GatePlan::Kind::number:
      return "number";
    case GatePlan::Kind::none:
      return "none";
    default:
      return "literal";
  }
}

Result<Tables> tabulate(const Source& source, const GramCost& cost)
{
  Tables tables;
  std::map<std::pair<std::string, bool>, std::vector<std::size_t>> literals;
  for (std::size_t i = 0; i < source.rules.size(); ++i) {
    const RuleText& rule = source.rules[i];
    auto plan = gpualert::plan_gate(rule, cost);
    if (!plan) {
      return Error{"rule \"" + rule.id + "\": " + plan.error().what};
    }
    const bool noise = plan->kind == GatePlan::Kind::none;
    tables.rules += "    {" + quoted(rule.id) + ", " + quoted(rule.cause) + ", " +
                    quoted(rule.pattern) + ", Role::" + std::string(to_string(rule.role)) +
                    ", GateKind::" + gate_name(plan->kind) +
                    (plan->whole ? ", true, " : ", false, ") +
                    quoted(noise && plan->whole ? plan->literals[0] : "") + ", " +
                    quoted(rule.title) + ", " + quoted(rule.hint) + "},\n";
    if (noise) {
      continue;
    }
    for (const std::string& literal : plan->literals) {
      literals[{literal, plan->caseless}].push_back(i);
    }
  }
  for (const auto& [literal, rules] : literals) {
    const auto& [text, caseless] = literal;
    tables.literals += "    {" + quoted(text) + ", " + std::to_string(cost.best_window(text)) +
                       ", " + (caseless ? "true" : "false") + "},\n";
    for (const std::size_t rule : rules) {
      tables.links +=
          "    {" + std::to_string(tables.literal_count) + ", " + std::to_string(rule) + "},\n";
      ++tables.link_count;
    }
    ++tables.literal_count;
  }
  for (const CauseText& cause : source.causes) {
    tables.causes += "    {" + quoted(cause.id) + ", " + quoted(cause.title) + ", " +
                     quoted(cause.family) + ", " + quoted(cause.klass) + ", " + quoted(cause.who) +
                     ", " + quoted(cause.retry) + ", " + quoted(cause.hint) + "},\n";
  }
  for (const auto& [file, first] : source.families) {
    tables.families += "    {" + quoted(file) + ", " + std::to_string(first) + "},\n";
  }
  return tables;
}

std::string table(const char* type, const char* name, std::size_t count, const std::string& rows)
{
  return std::string("constexpr std::array<") + type + ", " + std::to_string(count) + "> " + name +
         "{{\n" + rows + "}};\n\n";
}

std::string render(const Source& source, const Tables& tables, const std::string& typical_log)
{
  std::string hash;
  for (int shift = 60; shift >= 0; shift -= 4) {
    hash += "0123456789abcdef"[(source.hash >> static_cast<unsigned>(shift)) & 15U];
  }
  return "// Generated from rules/*.json by generate_rules.cpp.\n"
         "#include \"classify/rule_table.hpp\"\n\n#include <array>\n\n"
         "namespace gpualert {\n\nnamespace {\n\n" +
         table("Rule", "kRules", source.rules.size(), tables.rules) +
         table("GateLiteral", "kLiterals", tables.literal_count, tables.literals) +
         table("GateLink", "kLinks", tables.link_count, tables.links) +
         table("CauseEntry", "kCauses", source.causes.size(), tables.causes) +
         table("RuleFamily", "kFamilies", source.families.size(), tables.families) +
         "constexpr std::string_view kTypicalLog = " + quoted(typical_log) + ";\n\n" +
         "constexpr RuleTable kTable{kRules, kLiterals, kLinks};\n\n}  // namespace\n\n"
         "const RuleTable& builtin_rules()\n{\n  return kTable;\n}\n\n"
         "std::span<const CauseEntry> builtin_causes()\n{\n  return kCauses;\n}\n\n"
         "std::span<const RuleFamily> builtin_families()\n{\n  return kFamilies;\n}\n\n"
         "std::string_view typical_log()\n{\n  return kTypicalLog;\n}\n\n"
         "std::string_view builtin_rules_hash()\n{\n  return \"" +
         hash + "\";\n}\n\n}  // namespace gpualert\n";
}

Result<std::string> generate(const fs::path& rules_dir, const fs::path& typical_log)
{
  const auto source = load(rules_dir);
  if (!source) {
    return source.error();
  }
  const std::string log = read_all(typical_log);
  const auto tables = tabulate(source.value(), GramCost(log));
  if (!tables) {
    return tables.error();
  }
  return render(source.value(), tables.value(), log);
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc != 4) {
    std::fputs("usage: generate_rules RULES_DIR TYPICAL_LOG OUTPUT.cpp\n", stderr);
    return 125;
  }
  try {
    const auto text = generate(argv[1], argv[2]);
    if (!text) {
      std::fprintf(stderr, "generate_rules: %s\n", text.error().what.c_str());
      return 1;
    }
    std::ofstream out(argv[3], std::ios::binary);
    out << text.value();
    return out.good() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "generate_rules: %s\n", error.what());
    return 1;
  }
}
