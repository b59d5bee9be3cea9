#include "mailprog/array_report.hpp"

#include "base/ranks.hpp"
#include "mailprog/job_note.hpp"
#include "mailprog/job_record.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::mailprog {

namespace {

std::string counted(std::size_t number, std::string_view what)
{
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

// "gpu07 (5), gpu08 (2)": where most failed first, ten of them.
std::string nodes_of(const CauseGroup& group)
{
  constexpr std::size_t kMost = 10;
  std::vector<std::pair<std::string, std::size_t>> nodes(group.nodes.begin(), group.nodes.end());
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < nodes.size() && i < kMost; ++i) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", nodes[i].first, nodes[i].second);
  }
  return nodes.size() > kMost ? text + fmt::format(" and {} more", nodes.size() - kMost) : text;
}

NoteSection section_of(const CauseGroup& group)
{
  std::vector<int> tasks = group.tasks;
  std::sort(tasks.begin(), tasks.end());
  NoteSection section;
  section.heading = fmt::format("{}: {}", group.title, counted(tasks.size(), "task"));
  section.rows = {{"tasks", number_list(tasks)},
                  {"nodes", nodes_of(group)},
                  {"for example", group.sample},
                  {"ended", group.state},
                  {"log", group.log}};
  if (!group.hint.empty()) {
    section.rows.emplace_back("what to do", group.hint);
  }
  if (!group.evidence.empty()) {
    section.lines.push_back(group.evidence);
  }
  return section;
}

// "CUDA out of memory (30), division by zero (2)".
std::string causes_of(const std::vector<CauseGroup>& groups)
{
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < groups.size() && i < kMost; ++i) {
    text +=
        fmt::format("{}{} ({})", text.empty() ? "" : ", ", groups[i].title, groups[i].tasks.size());
  }
  return groups.size() > kMost ? text + ", " + counted(groups.size() - kMost, "other cause") : text;
}

}  // namespace

Note note_of_array(const Event& event, const std::vector<CauseGroup>& groups, std::size_t all,
                   const std::string& remark)
{
  std::size_t failed = 0;
  for (const CauseGroup& group : groups) {
    failed += group.tasks.size();
  }
  const std::string array = event.array_job.empty() ? event.job : event.array_job;
  const std::string of_all = all > 0       ? fmt::format(" of {}", counted(all, "task"))
                             : failed == 1 ? " task"
                                           : " tasks";
  Note note;
  note.status = "FAILED";
  note.failure = true;
  note.headline = failed == 0 ? fmt::format("Array {} ({}) did not end well", array, event.name)
                              : fmt::format("{}{} of array {} ({}) failed: {}", failed, of_all,
                                            array, event.name, causes_of(groups));
  note.subject = failed == 0 ? fmt::format("FAILED {}: array {}", event.name, array)
                             : fmt::format("FAILED {}: {}{} of array {}: {}", event.name, failed,
                                           of_all, array, causes_of(groups));
  if (!remark.empty()) {
    note.sections.push_back({"Note", {remark}, {}, {}});
  }
  for (const CauseGroup& group : groups) {
    note.sections.push_back(section_of(group));
  }
  Event whole = event;
  whole.summary = true;
  whole.nodes.clear();
  whole.run_s.reset();
  whole.state = event.summary ? event.state : "";
  NoteSection facts = job_section(whole);
  if (event.exit_max) {
    facts.rows.emplace_back("exit codes",
                            fmt::format("{} to {}", event.exit_min.value_or(0), *event.exit_max));
  }
  if (event.max_signal.value_or(0) > 0) {
    facts.rows.emplace_back("worst signal", signal_name(*event.max_signal));
  }
  note.sections.push_back(std::move(facts));
  return note;
}

}  // namespace gpualert::mailprog
