#include "report/digest_document.hpp"

#include "report/body.hpp"
#include "report/subject.hpp"
#include "report/when.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace gpualert::report {

namespace {

constexpr std::size_t kShort = 200;

std::string fact(const SuppressedReport& report, const std::string& key, std::size_t limit = kShort)
{
  const auto found = report.facts.find(key);
  return found == report.facts.end() ? std::string() : one_line(found->second, limit);
}

std::string runs(std::size_t count)
{
  return count == 1 ? "1 run" : fmt::format("{} runs", count);
}

// "CUDA out of memory", or with its status where that is not the usual one.
std::string title(const CauseGroup& group)
{
  if (group.status == "DONE") {
    return group.status;
  }
  return group.status.empty() || group.status == "FAILED"
             ? group.cause
             : fmt::format("{}: {}", group.status, group.cause);
}

// "train-7, rank 3, job 4711: exited with status 1 after 4.0 s on gpu07; gpu07:/runs/…/output.log".
// What it says of its cause is not always what the first of the group says.
std::string line_of(const SuppressedReport& report, const std::string& group_cause)
{
  constexpr std::size_t kPath = 4096;
  if (report.facts.empty()) {
    return fmt::format("{}; run {}", name_of(report), one_line(report.run, kShort));
  }
  std::string line = name_of(report);
  for (const char* key : {"rank", "job"}) {
    if (const std::string value = fact(report, key); !value.empty()) {
      line += fmt::format(", {} {}", key, value);
    }
  }
  const std::string ending = fact(report, "ending");
  const std::string host = fact(report, "host");
  const std::string log = fact(report, "log", kPath);
  line += ending.empty() ? "" : ": " + ending;
  line += host.empty() ? "" : " on " + host;
  if (const std::string cause = fact(report, "cause"); cause != group_cause) {
    line += ", " + cause;
  }
  return line + "; " + (log.empty() ? "no log on disk" : log);
}

std::string span(const std::vector<SuppressedReport>& reports)
{
  const auto [first, last] = std::ranges::minmax(reports, {}, &SuppressedReport::queued_ns);
  return first.queued_ns / 60'000'000'000 == last.queued_ns / 60'000'000'000
             ? "at " + local_moment(first.queued_ns)
             : fmt::format("from {} to {}", local_moment(first.queued_ns),
                           local_moment(last.queued_ns));
}

std::string words(const std::vector<SuppressedReport>& reports, const DigestOptions& options)
{
  const std::string limit =
      options.mails_per_hour > 0
          ? fmt::format("the limit of {} mails an hour (mails_per_hour)", options.mails_per_hour)
          : "the limit of mails an hour that was set";
  return fmt::format(
      "{} above {} came {} and {} not sent one by one; this mail is in {} place. `gpualert report "
      "RUN` shows one in full on its host, RUN being the directory of its log.",
      reports.size() == 1 ? "1 report" : fmt::format("{} reports", reports.size()), limit,
      span(reports), reports.size() == 1 ? "was" : "were", reports.size() == 1 ? "its" : "their");
}

Section counts(const char* heading, const std::vector<std::pair<std::string, std::size_t>>& all)
{
  constexpr std::size_t kMost = 100;
  Rows rows;
  for (const auto& [what, count] : all) {
    if (rows.rows.size() == kMost) {
      rows.add("…", fmt::format("and {} more", all.size() - kMost));
      break;
    }
    rows.add(std::to_string(count), what);
  }
  return {heading, {std::move(rows)}};
}

Section lines_of(const CauseGroup& group, double share)
{
  const std::size_t all = group.reports.size();
  const auto shown = static_cast<std::size_t>(share * static_cast<double>(all));
  Excerpt lines;
  lines.lines.reserve(shown);
  for (const SuppressedReport* report : group.reports) {
    if (lines.lines.size() == shown) {
      break;
    }
    LogLine line;
    line.content.text = line_of(*report, group.cause);
    lines.lines.emplace_back(std::move(line));
  }
  Section section{fmt::format("{} ({})", title(group), runs(all)), {std::move(lines)}};
  if (shown < all) {
    section.blocks.emplace_back(Paragraph{fmt::format(
        "[… {} more, left out since the mail would exceed its budget …]", runs(all - shown))});
  }
  return section;
}

template <typename List, typename Words>
std::string brief(const List& list, std::size_t most, const Words& words)
{
  std::string text;
  for (std::size_t i = 0; i < list.size() && i < most; ++i) {
    text += (i == 0 ? "" : ", ") + words(list[i]);
  }
  return list.size() <= most ? text : fmt::format("{} and {} more", text, list.size() - most);
}

}  // namespace

std::string name_of(const SuppressedReport& report)
{
  constexpr std::size_t kName = 100;
  const std::string name = fact(report, "name", kName);
  return name.empty() ? one_line(report.subject, kShort) : name;
}

std::vector<CauseGroup> by_cause(const std::vector<SuppressedReport>& reports)
{
  std::map<std::pair<std::string, std::string>, CauseGroup> groups;
  for (const SuppressedReport& report : reports) {
    const std::string status = fact(report, "status");
    const std::string id = fact(report, "cause_id");
    std::string cause = fact(report, "cause");
    cause = cause.empty() ? "cause not known" : cause;
    CauseGroup& group = groups[{status, id.empty() ? cause : id}];
    group.status = status;
    group.cause = group.reports.empty() ? cause : group.cause;
    group.reports.push_back(&report);
  }
  std::vector<CauseGroup> list;
  list.reserve(groups.size());
  for (auto& [key, group] : groups) {
    std::ranges::stable_sort(group.reports, {}, &SuppressedReport::queued_ns);
    list.push_back(std::move(group));
  }
  std::ranges::stable_sort(list, std::ranges::greater{},
                           [](const CauseGroup& group) { return group.reports.size(); });
  return list;
}

std::vector<std::pair<std::string, std::size_t>> by_host(
    const std::vector<SuppressedReport>& reports)
{
  std::map<std::string, std::size_t> hosts;
  for (const SuppressedReport& report : reports) {
    if (const std::string host = fact(report, "host"); !host.empty()) {
      ++hosts[host];
    }
  }
  std::vector<std::pair<std::string, std::size_t>> list(hosts.begin(), hosts.end());
  std::ranges::stable_sort(list, std::ranges::greater{},
                           &std::pair<std::string, std::size_t>::second);
  return list;
}

std::string brief_causes(const std::vector<CauseGroup>& groups, std::size_t most)
{
  return brief(groups, most, [](const CauseGroup& group) {
    return fmt::format("{} ({})", title(group), group.reports.size());
  });
}

std::string brief_hosts(const std::vector<std::pair<std::string, std::size_t>>& hosts,
                        std::size_t most)
{
  return brief(hosts, most,
               [](const auto& host) { return fmt::format("{} ({})", host.first, host.second); });
}

Document digest_document(const std::vector<SuppressedReport>& reports, const DigestOptions& options,
                         double share)
{
  constexpr std::size_t kHeadlineCauses = 4;
  const std::vector<CauseGroup> groups = by_cause(reports);
  Document document;
  document.status = "DIGEST";
  document.headline =
      fmt::format("{} more: {}.", runs(reports.size()), brief_causes(groups, kHeadlineCauses));
  document.sections.push_back({"Why this mail", {Paragraph{words(reports, options)}}});
  std::vector<std::pair<std::string, std::size_t>> causes;
  causes.reserve(groups.size());
  for (const CauseGroup& group : groups) {
    causes.emplace_back(title(group), group.reports.size());
  }
  document.sections.push_back(counts("By cause", causes));
  if (const auto hosts = by_host(reports); hosts.size() > 1) {
    document.sections.push_back(counts("By host", hosts));
  }
  for (const CauseGroup& group : groups) {
    document.sections.push_back(lines_of(group, share));
  }
  if (std::string text = unmasked_words(options.redaction); !text.empty()) {
    document.footer.push_back(std::move(text));
  }
  document.footer.push_back(fmt::format("gpualert {}, digest {}", kVersion, options.id));
  return document;
}

}  // namespace gpualert::report
