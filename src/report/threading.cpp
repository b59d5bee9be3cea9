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

std::string thread_root(const RunRecord& record, std::string_view fqdn)
{
  const SchedulerIdentity& scheduler = record.scheduler;
  const bool inside = !scheduler.kind.empty();
  const std::string& kind = inside ? scheduler.kind : scheduler.launcher;
  const std::string& job = inside ? scheduler.job : scheduler.launch;
  if (kind.empty() || job.empty()) {
    return {};
  }
  const std::size_t dot = fqdn.find('.');
  const std::string_view domain =
      dot == std::string_view::npos ? std::string_view("gpualert.invalid") : fqdn.substr(dot + 1);
  return fmt::format("{}.{}.{}@{}", atom(kind), atom(job), atom(record.user), atom(domain));
}

}  // namespace gpualert::report
