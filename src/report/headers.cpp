#include "report/headers.hpp"

#include "report/mime.hpp"
#include "report/threading.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <utility>

namespace gpualert::report {

std::string sender(const RunRecord& record, const ReportOptions& options, const std::string& fqdn)
{
  // An address that could break a header or an envelope is never used: the report must go out.
  if (Result<std::string> from = check_address(options.from); from) {
    return std::move(from).value();
  }
  Result<std::string> from = check_address(record.user + "@" + fqdn);
  return from ? std::move(from).value() : "gpualert@" + fqdn;
}

std::vector<std::string> recipients(const ReportOptions& options, const std::string& from)
{
  std::vector<std::string> to;
  for (const std::string& address : options.to) {
    if (check_address(address)) {
      to.push_back(address);
    }
  }
  if (to.empty()) {
    to.push_back(from);
  }
  return to;
}

std::string headers(const Message& message, const RunRecord& record, const std::string& fqdn)
{
  const std::int64_t date = record.ended ? record.ended->wall_ns : now().wall_ns;
  std::string text;
  text += header("Date", mail_date(date));
  text += fmt::format("From: gpualert <{}>\r\n", message.from);
  text += address_header("To", message.to);
  text += header("Subject", message.subject);
  text += fmt::format("Message-ID: <{}>\r\n", message.id);
  if (const std::string root = thread_root(record, fqdn); !root.empty()) {
    text += fmt::format("In-Reply-To: <{0}>\r\nReferences: <{0}>\r\n", root);
  }
  text += header("User-Agent", fmt::format("gpualert/{}", kVersion));
  text += "Auto-Submitted: auto-generated\r\n";  // RFC 3834: no vacation message answers it
  return text;
}

}  // namespace gpualert::report
