#include "report/threading.hpp"

#include <fmt/format.h>

namespace gpualert::report {

std::string atom(std::string_view text)
{
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '+';
    const bool dot = c == '.' && !out.empty() && out.back() != '.';
    out += plain || dot ? c : '-';
  }
  if (out.empty() || out.back() == '.') {
    out += '-';
  }
  return out;
}

namespace {

std::string_view domain_of(std::string_view fqdn)
{
  const std::size_t dot = fqdn.find('.');
  return dot == std::string_view::npos ? std::string_view("gpualert.invalid")
                                       : fqdn.substr(dot + 1);
}

}  // namespace

std::string message_id(const RunRecord& record, const ReportOptions& options, std::string_view fqdn)
{
  if (!options.job.empty() && !options.interim) {
    return fmt::format("{}.1@{}", atom(options.job), atom(domain_of(fqdn)));
  }
  const std::string id = options.interim ? atom(options.interim->id) : "1";
  return fmt::format("{}.{}@{}", atom(record.id), id, atom(fqdn));
}

std::string thread_root(const RunRecord& record, std::string_view fqdn)
{
  const SchedulerIdentity& scheduler = record.scheduler;
  const bool inside = !scheduler.kind.empty();
  const std::string& kind = inside ? scheduler.kind : scheduler.launcher;
  const std::string& job = inside ? scheduler.job : scheduler.launch;
  if (kind.empty() || job.empty()) {
    return {};
  }
  return fmt::format("{}.{}.{}@{}", atom(kind), atom(job), atom(record.user),
                     atom(domain_of(fqdn)));
}

}  // namespace gpualert::report
