#include "report/log_place.hpp"

#include "report/shell_quote.hpp"

#include <fmt/format.h>

namespace gpualert::report {

namespace {

// Of `less`: a line number; in a log that begins with other runs, a byte ("P").
std::string place(const RunRecord& record, const Verdict& verdict)
{
  if (verdict.evidence.empty() || verdict.evidence.front().line == 0) {
    return " +G";
  }
  const Evidence& decisive = verdict.evidence.front();
  return record.log.base_offset == 0
             ? fmt::format(" +{}", decisive.line)
             : fmt::format(" +{}P", record.log.base_offset + decisive.offset);
}

}  // namespace

std::string look_at_log(const RunRecord& record, const Verdict& verdict)
{
  if (record.log.path.empty()) {
    return {};
  }
  const std::string path = shell_quote(record.log.path);
  const std::string less = fmt::format("less -R{} {}", place(record, verdict), path);
  // The shell on the other side reads the command again.
  return fmt::format("ssh -t {} {}", shell_quote(record.host),
                     path == record.log.path ? less : shell_quote(less));
}

}  // namespace gpualert::report
