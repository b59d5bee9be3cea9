#include <gpualert/report.hpp>

#include "base/byte_size.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

namespace gpualert {

std::vector<std::string> closing_lines(const RunRecord& record, const Verdict& verdict)
{
  using namespace report;
  std::vector<std::string> lines;
  const std::string what = verdict.but.empty() ? cause_title(verdict) : verdict.but;
  const std::string rank =
      verdict.first_rank ? fmt::format(", rank {} first", *verdict.first_rank) : std::string();
  lines.push_back(fmt::format("{} ({}{})", what, describe_ending(record), rank));
  if (!verdict.hint.empty()) {
    lines.push_back("fix: " + one_line(verdict.hint, 300));
  }
  lines.push_back(record.log.path.empty() ? "log: none on disk"
                                          : "log: " + one_line(record.log.path, 4096));
  if (record.log.lost_bytes > 0) {
    const std::string why =
        record.log.gaps.empty() ? std::string() : ": " + one_line(record.log.gaps.front().why, 100);
    lines.push_back(
        fmt::format("{} missing from the log{}", byte_size(record.log.lost_bytes), why));
  }
  return lines;
}

}  // namespace gpualert
