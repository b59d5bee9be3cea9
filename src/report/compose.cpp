#include <gpualert/report.hpp>
#include <gpualert/version.hpp>

#include "base/text.hpp"
#include "report/body.hpp"
#include "report/mime.hpp"
#include "report/redact.hpp"
#include "report/subject.hpp"

#include <fmt/format.h>

namespace gpualert {

namespace {

// What may stand in a Message-ID on both sides of '@' (RFC 5322, dot-atom).
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

std::string footer(const RunRecord& record, std::size_t masked)
{
  const std::string secrets =
      masked == 0 ? std::string()
                  : fmt::format("{} secret{} masked in this mail; the log on disk is exact.\n",
                                masked, masked == 1 ? "" : "s");
  // "-- " begins a signature, which mail programs show apart.
  return fmt::format("\n-- \n{}gpualert {}, run {}\n", secrets, kVersion, record.id);
}

std::string headers(const Message& message, const RunRecord& record, const Verdict& verdict)
{
  using namespace report;
  const std::int64_t date = record.ended ? record.ended->wall_ns : now().wall_ns;
  std::string text;
  text += header("Date", mail_date(date));
  text += fmt::format("From: gpualert <{}>\r\n", message.from);
  text += address_header("To", message.to);
  text += header("Subject", message.subject);
  text += fmt::format("Message-ID: <{}>\r\n", message.id);
  text += header("User-Agent", fmt::format("gpualert/{}", kVersion));
  text += "Auto-Submitted: auto-generated\r\n";  // RFC 3834: no vacation message answers it
  text += header("X-GPUAlert-Cause", verdict.cause);
  text += header("X-GPUAlert-Run", record.id);
  text += "MIME-Version: 1.0\r\n";
  text += "Content-Type: text/plain; charset=utf-8\r\n";
  text += "Content-Transfer-Encoding: quoted-printable\r\n";
  return text + "\r\n";
}

}  // namespace

Message compose_report(const RunRecord& record, const Verdict& verdict,
                       const ReportOptions& options)
{
  using namespace report;
  const std::string fqdn = local_fqdn();
  const LogTail tail = read_log_tail(record.log, options.tail_bytes, options.tail_lines);
  const Redacted subject = redact(subject_line(record, verdict));
  const Redacted body = redact(to_utf8(body_text(record, verdict, tail)));
  Message message;
  message.id = fmt::format("{}.1@{}", atom(record.id), atom(fqdn));
  message.from = sender(record, options, fqdn);
  message.to = recipients(options, message.from);
  message.subject = subject.text;
  message.eml = headers(message, record, verdict) +
                quoted_printable(body.text + footer(record, subject.masked + body.masked));
  return message;
}

}  // namespace gpualert
