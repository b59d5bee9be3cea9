#pragma once

#include <gpualert/artifacts.hpp>
#include <gpualert/redaction.hpp>
#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpualert {

// Files in the place of a report's attachments, for a message of `bytes`, of which its text takes
// `body`; `why`: what is said of those that are left out ("": what they need, and what is left).
using FewerFiles = std::function<std::vector<Attachment>(std::uint64_t bytes, std::uint64_t body,
                                                         const std::string& why)>;

// What makes a mail one about a run that goes on, or whose end nobody saw.
struct Interim {
  std::string id;                       // "RUN.ID@fqdn" is the Message-ID: "limit"
  std::string status;                   // first word of mail and subject: "LIMIT NEAR"
  std::string news;                     // one line of it: "5 min left, step 450 of 1000"
  std::vector<std::string> paragraphs;  // what happened, and what this mail is
};

struct ReportOptions {
  std::string from;                  // address; "" = user@fqdn of this host
  std::vector<std::string> to;       // addresses; empty = from
  std::uint64_t tail_bytes = 16384;  // of the log, read from its end
  std::uint64_t tail_lines = 60;
  std::vector<Attachment> attachments{};  // every file that was considered; listed in the report
  int log_fd = -1;                   // the log, open for reading; -1: record.log.path is opened
  std::optional<Interim> interim{};  // nothing: the report of a run that has ended
  Redaction redaction{};
  std::uint64_t budget = 0;  // of the message, in bytes; 0: no limit but that of the attachments
  FewerFiles fewer{};        // for smaller forms of it; without, they have no attachments
  // Of a job on whose end others may report as well (run id of the job, the same for all of them):
  // the Message-ID is "JOB.1@domain" then, so that two such reports are one message.
  std::string job{};
};

// A message ready to send: RFC 5322 text with CRLF line ends, and its envelope.
struct Message {
  std::string id;  // Message-ID without the angle brackets: "RUN.1@fqdn" (Interim::id, job)
  std::string from;
  std::vector<std::string> to;
  std::string subject;  // as people read it, not encoded
  std::string eml;
  // The same with fewer attachments, each form smaller than the one before; in the last one all are
  // listed only. None when eml has no attachments.
  std::vector<std::string> smaller;
};

// Composes the report of a run. Reads the tail of record.log.path (O_NOFOLLOW, bounded); a log that
// cannot be read is said in the report. Pure otherwise.
Message compose_report(const RunRecord& record, const Verdict& verdict,
                       const ReportOptions& options);

// A report to look at on this machine, masked as it would be sent.
struct ReportView {
  std::string text;
  std::string html;  // its pictures are in it, as data: URLs
};
ReportView view_report(const RunRecord& record, const Verdict& verdict,
                       const ReportOptions& options);

// Masks secrets in text that goes with a report; adds their number to `masked`.
std::string mask_secrets(const std::string& text, const Redaction& redaction, std::size_t& masked);
// The same, for attach_within.
TextGate secret_gate(const Redaction& redaction);

// The few lines for the terminal after a failure: cause, fix, log path. Without prefix.
std::vector<std::string> closing_lines(const RunRecord& record, const Verdict& verdict);

// Fully qualified name of this host from /etc/hosts and /etc/resolv.conf; never asks a name server
// (a compute node may have none, and a query can take 30 s).
std::string local_fqdn();

// An address we are willing to put into an envelope: no leading '-', no CR, LF, NUL or spaces,
// one '@' at most. The Error names the address.
Result<std::string> check_address(std::string_view address);
// Splits "a@x, b@y" at commas and checks each.
Result<std::vector<std::string>> parse_recipients(std::string_view list);

}  // namespace gpualert
