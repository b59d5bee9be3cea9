#include "eval/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace gpualert::eval {

namespace {

constexpr std::size_t kMaxConfusions = 10;

// The groups of failures of one source: held out and open, or all.
std::vector<std::pair<std::string, std::vector<const Group*>>> by_source(
    const Evaluation& evaluation)
{
  std::vector<std::pair<std::string, std::vector<const Group*>>> sources;
  for (const Group& group : evaluation.groups) {
    if (group.success()) {
      continue;
    }
    auto source = std::find_if(sources.begin(), sources.end(),
                               [&](const auto& entry) { return entry.first == group.source; });
    if (source == sources.end()) {
      source = sources.insert(source, {group.source, {}});
    }
    source->second.push_back(&group);
  }
  return sources;
}

void add_cells(std::vector<std::string>& row, const Counts* counts)
{
  if (counts == nullptr || counts->truths + counts->saids == 0) {
    row.insert(row.end(), {"", "", "", ""});
    return;
  }
  row.push_back(fmt::format("{}", counts->truths));
  row.push_back(counts->saids == 0 ? "-" : fmt::format("{:.2f}", counts->precision()));
  row.push_back(counts->truths == 0 ? "-" : fmt::format("{:.2f}", counts->recall()));
  row.push_back(fmt::format("{:.2f}", counts->f1()));
}

using Chosen = const Scores* (*)(const Group&);

const Scores* cause_scores(const Group& group)
{
  const std::optional<Scores>& scores = group.method(Method::ours).cause;
  return scores ? &*scores : nullptr;
}

const Scores* klass_scores(const Group& group)
{
  return &group.method(Method::ours).klass;
}

Table label_table(const std::string& source, const std::vector<const Group*>& groups, Chosen chosen)
{
  std::map<std::string, std::vector<const Counts*>> rows;
  Table table;
  table.title = source;
  table.columns = {{"", Align::left}};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Scores* scores = chosen(*groups[i]);
    if (scores == nullptr) {
      continue;
    }
    table.columns.push_back({fmt::format("{}: logs", to_string(groups[i]->part))});
    table.columns.insert(table.columns.end(), {{"precision"}, {"recall"}, {"F1"}});
    for (const LabelScore& label : scores->labels) {
      auto& counts = rows[label.label];
      counts.resize(groups.size());
      counts[i] = &label.counts;
    }
  }
  for (const auto& [label, parts] : rows) {
    std::vector<std::string> row{label};
    for (const Counts* counts : parts) {
      add_cells(row, counts);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Section label_section(const Evaluation& evaluation, std::string title, Chosen chosen)
{
  Section section;
  section.title = std::move(title);
  for (const auto& [source, groups] : by_source(evaluation)) {
    Table table = label_table(source, groups, chosen);
    if (!table.rows.empty()) {
      section.tables.push_back(std::move(table));
    }
  }
  return section;
}

void add_confusions(Section& section, const Group& group, const char* axis, const Scores* scores)
{
  if (scores == nullptr || scores->confusions.empty()) {
    return;
  }
  const std::size_t all = scores->confusions.size();
  const std::size_t shown = std::min(all, kMaxConfusions);
  Table table;
  table.title =
      fmt::format("{}: {}{}", name_of(group.source, group.part), axis,
                  shown < all ? fmt::format(" (the {} most frequent of {})", shown, all) : "");
  table.columns = {{"true", Align::left}, {"said", Align::left}, {"logs"}};
  for (std::size_t i = 0; i < shown; ++i) {
    const Confusion& confusion = scores->confusions[i];
    table.rows.push_back({confusion.truth, confusion.said, fmt::format("{}", confusion.logs)});
  }
  section.tables.push_back(std::move(table));
}

}  // namespace

Section root_section(const Evaluation& evaluation)
{
  Section section;
  section.title = "Roots and consequences";
  section.paragraphs = {
      "Wrong root: a failure with several errors whose named cause is wrong. Symptom as root: the "
      "cause is wrong and the first line of evidence is not the root line, but a line after it or "
      "one that a symptom or weak rule matched. Root line: the first line of evidence is the "
      "labelled one (in the evidence: any is). First rank: the rank that we say failed first is "
      "the labelled one. Missed: a failure called a success."};
  Table table;
  table.columns = {{"", Align::left},   {"wrong root"}, {"symptom as root"}, {"root line"},
                   {"in the evidence"}, {"first rank"}, {"missed"},          {"false alarms"}};
  for (const Group& group : evaluation.groups) {
    if (!group.success()) {
      const Roots& roots = group.roots;
      table.rows.push_back({name_of(group.source, group.part), out_of(roots.wrong_root),
                            out_of(roots.symptom_as_root), out_of(roots.exact_line),
                            out_of(roots.line_in_evidence), out_of(roots.first_rank),
                            out_of(roots.missed_failures), out_of(roots.false_alarms)});
    }
  }
  if (!table.rows.empty()) {
    section.tables.push_back(std::move(table));
  }
  return section;
}

Section slice_section(const Evaluation& evaluation)
{
  Section section;
  section.title = "By " + evaluation.by;
  for (const Group& group : evaluation.groups) {
    Table table;
    table.title = name_of(group.source, group.part);
    table.columns = {
        {evaluation.by, Align::left}, {"logs"}, {"cause accuracy"}, {"class accuracy"}};
    for (const Slice& slice : evaluation.slices) {
      if (slice.source == group.source && slice.part == group.part) {
        table.rows.push_back(
            {slice.value, fmt::format("{}", slice.ours_klass.logs),
             slice.ours_cause.logs == 0 ? "" : percent(slice.ours_cause.measures.accuracy),
             percent(slice.ours_klass.measures.accuracy)});
      }
    }
    if (!table.rows.empty()) {
      section.tables.push_back(std::move(table));
    }
  }
  return section;
}

Section confusion_section(const Evaluation& evaluation)
{
  Section section;
  section.title = "Confusions";
  for (const Group& group : evaluation.groups) {
    add_confusions(section, group, "causes", cause_scores(group));
    add_confusions(section, group, "classes", klass_scores(group));
  }
  return section;
}

std::vector<Section> label_sections(const Evaluation& evaluation)
{
  return {label_section(evaluation, "Classes", klass_scores),
          label_section(evaluation, "Causes", cause_scores)};
}

}  // namespace gpualert::eval
