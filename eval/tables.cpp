#include "eval/tables.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::eval {

namespace {

constexpr std::size_t kFirstMethod = 0;

std::string method_name(std::size_t method)
{
  return std::string(kMethodNames[method]);
}

Table scores_table(const Group& group)
{
  Table table;
  table.title = fmt::format("{}: {} logs", name_of(group.source, group.part), group.logs);
  table.columns = {{"", Align::left},
                   {"cause accuracy"},
                   {"cause macro-F1"},
                   {"class accuracy"},
                   {"class macro-F1"}};
  for (std::size_t i = kFirstMethod; i < kMethods; ++i) {
    const MethodResult& method = group.methods[i];
    std::vector<std::string> row{method_name(i), "", ""};
    if (method.cause) {
      row[1] = percent(method.cause->measures.accuracy);
      row[2] = percent(method.cause->measures.macro_f1);
    }
    row.push_back(percent(method.klass.measures.accuracy));
    row.push_back(percent(method.klass.measures.macro_f1));
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_comparison(Table& table, const std::string& name, const char* axis,
                    const std::optional<Comparison>& comparison)
{
  if (comparison) {
    table.rows.push_back({name, axis, fmt::format("{}", comparison->only_ours),
                          fmt::format("{}", comparison->only_theirs), p_value(comparison->p)});
  }
}

Table comparison_table(const Group& group)
{
  Table table;
  table.columns = {{"gpualert against", Align::left},
                   {"", Align::left},
                   {"only gpualert right"},
                   {"only the other right"},
                   {"McNemar's exact p"}};
  for (std::size_t i = kFirstMethod + 1; i < kMethods; ++i) {
    add_comparison(table, method_name(i), "cause", group.methods[i].cause_against);
    add_comparison(table, method_name(i), "class", group.methods[i].klass_against);
  }
  return table;
}

Section headline_section(const Evaluation& evaluation, Part part, std::string title)
{
  Section section;
  section.title = std::move(title);
  for (const Group& group : evaluation.groups) {
    if (group.part == part && !group.success()) {
      section.tables.push_back(scores_table(group));
      section.tables.push_back(comparison_table(group));
    }
  }
  return section;
}

std::string false_alarms_of(const Scores& scores)
{
  const auto success =
      std::find_if(scores.labels.begin(), scores.labels.end(),
                   [](const LabelScore& score) { return score.label == "success"; });
  const Counts counts = success == scores.labels.end() ? Counts{} : success->counts;
  return fmt::format("{}", counts.truths - counts.hits);
}

}  // namespace

std::string percent(double share)
{
  return fmt::format("{:.1f} %", 100 * share);
}

std::string percent(const Estimate& estimate)
{
  return fmt::format("{:.1f} % [{:.1f}, {:.1f}]", 100 * estimate.value, 100 * estimate.low,
                     100 * estimate.high);
}

std::string out_of(const Share& share)
{
  return share.of == 0 ? "-" : fmt::format("{} of {}", share.hits, share.of);
}

std::string p_value(double p)
{
  return p < 0.001 ? fmt::format("{:.1e}", p) : fmt::format("{:.3f}", p);
}

std::string name_of(const std::string& source, Part part)
{
  return fmt::format("{}, {}", source, to_string(part));
}

std::string describe_version()
{
  const RulesInfo rules = builtin_rules_info();
  return fmt::format("gpualert {}, {} rules {}", kVersion, rules.rules, rules.hash);
}

std::vector<Section> headline_sections(const Evaluation& evaluation)
{
  std::vector<Section> sections{headline_section(evaluation, Part::held_out, "Held out"),
                                headline_section(evaluation, Part::open, "Open"),
                                headline_section(evaluation, Part::whole, "Nothing held out")};
  sections[0].paragraphs = {"Logs that are kept closed while rules are edited."};
  sections[1].paragraphs = {"Logs that rules may have been fitted to."};
  return sections;
}

Section success_section(const Evaluation& evaluation)
{
  Section section;
  section.title = "Jobs that succeeded";
  Table table;
  table.title = "False alarms";
  table.columns = {{"", Align::left}, {"logs"}};
  for (std::size_t i = kFirstMethod; i < kMethods; ++i) {
    table.columns.push_back({method_name(i)});
  }
  for (const Group& group : evaluation.groups) {
    if (!group.success()) {
      continue;
    }
    std::vector<std::string> row{name_of(group.source, group.part), fmt::format("{}", group.logs)};
    for (const MethodResult& method : group.methods) {
      row.push_back(false_alarms_of(method.klass));
    }
    table.rows.push_back(std::move(row));
    if (!group.roots.false_alarm_ids.empty()) {
      section.paragraphs.push_back(fmt::format("False alarms of gpualert, {}: {}.",
                                               to_string(group.part),
                                               fmt::join(group.roots.false_alarm_ids, ", ")));
    }
  }
  if (!table.rows.empty()) {
    section.tables.push_back(std::move(table));
  }
  return section;
}

Document describe(const Evaluation& evaluation)
{
  Document document;
  document.title = describe_version();
  document.paragraphs = {
      fmt::format("{}: {} logs, {} of them held out. Sources are never mixed in a figure.",
                  evaluation.labels_file, evaluation.logs, evaluation.held_out),
      fmt::format("In brackets: 95 % intervals from {} bootstrap resamples of whole shapes (logs "
                  "of one shape resemble each other), not stratified, seed {}. There is one answer "
                  "for each log, so micro-F1 equals accuracy. Macro-F1 is the mean over the labels "
                  "that some log of the group has.",
                  kResamples, kSeed)};
  document.sections = headline_sections(evaluation);
  document.sections.push_back(success_section(evaluation));
  document.sections.push_back(root_section(evaluation));
  document.sections.push_back(slice_section(evaluation));
  document.sections.push_back(confusion_section(evaluation));
  for (Section& section : label_sections(evaluation)) {
    document.sections.push_back(std::move(section));
  }
  std::erase_if(document.sections, [](const Section& section) { return section.tables.empty(); });
  return document;
}

}  // namespace gpualert::eval
