#include "mailprog/array_report.hpp"

#include "mailprog/array_tasks.hpp"
#include "mailprog/child.hpp"
#include "mailprog/job_note.hpp"
#include "mailprog/job_record.hpp"
#include "mailprog/job_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gpualert::mailprog {

namespace {

constexpr std::chrono::seconds kLimit{150};   // for all of an array
constexpr std::chrono::seconds kReading{60};  // of its tasks' output
constexpr std::size_t kMostRead = 500;

CauseGroup& group_in(std::vector<CauseGroup>& groups, const Diagnosis& diagnosis)
{
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const CauseGroup& group) {
    return group.cause == diagnosis.report.verdict.cause;
  });
  if (found != groups.end()) {
    return *found;
  }
  CauseGroup group;
  group.cause = diagnosis.report.verdict.cause;
  group.title =
      diagnosis.report.verdict.title.empty() ? group.cause : diagnosis.report.verdict.title;
  group.hint = diagnosis.report.verdict.hint;
  return groups.emplace_back(std::move(group));
}

void take_sample(CauseGroup& group, const Event& event, const Diagnosis& diagnosis)
{
  group.sample =
      fmt::format("task {}{}", event.array_task, event.nodes.empty() ? "" : " on " + event.nodes);
  group.state = describe_ending(diagnosis.report.record);
  group.log = diagnosis.report.record.log.path;
  if (!diagnosis.report.verdict.evidence.empty()) {
    group.evidence = diagnosis.report.verdict.evidence.front().text;
  }
}

// A task that turns out well is none of a summary's whose tasks nobody could be asked for.
bool counts(const Event& event, const Diagnosis& diagnosis)
{
  const bool known = !event.state.empty() || event.ending;
  return known ||
         (!diagnosis.report.verdict.success() && diagnosis.report.verdict.cause != "unknown");
}

void send(const std::vector<Item>& items, const Note& note, const Site& site)
{
  const Item& first = items.front();
  Event event = first.mail.event;
  event.summary = true;  // of the array, whichever task came first
  const RunRecord record = record_of(event, first.call.received_ns);
  Post letter;
  letter.id = record.id;
  letter.to = first.to;
  letter.from = first.mail.from;
  letter.facts = {{"status", note.status},
                  {"name", record.name},
                  {"cause", note.headline},
                  {"job", job_label(event)},
                  {"user", record.user}};
  letter.compose = [&](const ReportOptions& options) {
    return compose_note(record, note, options);
  };
  if (const Status posted = post(site, letter); !posted) {
    throw std::runtime_error(posted.error().what);
  }
}

void report_array(const std::vector<Item>& items, const Site& site, bool read)
{
  const Event& event = items.front().mail.event;
  ArrayTasks tasks;
  if (event.summary) {
    tasks = tasks_of(event);
  } else {
    for (const Item& item : items) {
      tasks.failed.push_back(item.mail.event);
    }
  }
  if (!read) {
    tasks.how = "The output of the tasks was not read: an earlier try did not end.";
  }
  const std::vector<CauseGroup> groups =
      read ? group_by_cause(tasks.failed, items.front().call.received_ns, site)
           : std::vector<CauseGroup>{};
  send(items, note_of_array(event, groups, tasks.all, tasks.how), site);
}

bool report_in_child(const std::vector<Item>& items, const Site& site, bool read)
{
  return in_child(
      [&] {
        try {
          report_array(items, site, read);
          return true;
        } catch (const std::exception& error) {
          journal(site, error.what());
          return false;
        }
      },
      kLimit);
}

}  // namespace

std::vector<CauseGroup> group_by_cause(const std::vector<Event>& failed, std::int64_t received_ns,
                                       const Site& site)
{
  const auto until = std::chrono::steady_clock::now() + kReading;
  std::vector<CauseGroup> groups;
  std::size_t read = 0;
  for (const Event& event : failed) {
    const bool look = read < kMostRead && std::chrono::steady_clock::now() < until;
    read += look ? 1 : 0;
    const Diagnosis diagnosis =
        diagnose_job(event, received_ns, "", look ? Output::end : Output::left_alone, site);
    if (!counts(event, diagnosis)) {
      continue;
    }
    CauseGroup& group = group_in(groups, diagnosis);
    if (group.tasks.empty()) {
      take_sample(group, event, diagnosis);
    }
    group.tasks.push_back(parse_int(event.array_task).value_or(-1));
    if (!event.nodes.empty()) {
      ++group.nodes[event.nodes];
    }
  }
  std::stable_sort(groups.begin(), groups.end(), [](const CauseGroup& a, const CauseGroup& b) {
    return a.tasks.size() > b.tasks.size();
  });
  return groups;
}

std::vector<std::vector<Item>> by_recipients(std::vector<Item> items)
{
  std::vector<std::vector<Item>> groups;
  for (Item& item : items) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.front().to == item.to; });
    (found == groups.end() ? groups.emplace_back() : *found).push_back(std::move(item));
  }
  return groups;
}

void answer_array(const std::vector<Item>& items, const Site& site)
{
  if (items.front().to.empty()) {
    return;
  }
  if (!report_in_child(items, site, true) && !report_in_child(items, site, false)) {
    journal(site,
            fmt::format("array {}: no report could be made", items.front().mail.event.array_job));
    for (const Item& item : items) {
      hand_on(item.call, site);
    }
  }
}

}  // namespace gpualert::mailprog
