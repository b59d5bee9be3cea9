#include <gpualert/digest.hpp>
#include <gpualert/version.hpp>

#include "report/body.hpp"
#include "report/digest_document.hpp"
#include "report/gate.hpp"
#include "report/mime.hpp"
#include "report/subject.hpp"
#include "report/threading.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert {

namespace {

using namespace report;

// "DIGEST 37 runs: CUDA out of memory (30), NCCL timeout (7) on 4 hosts".
std::string subject_of(const std::vector<SuppressedReport>& reports)
{
  const std::size_t hosts = by_host(reports).size();
  return fmt::format("DIGEST {} run{}: {}{}", reports.size(), reports.size() == 1 ? "" : "s",
                     one_line(brief_causes(by_cause(reports), 3), 160),
                     hosts > 1 ? fmt::format(" on {} hosts", hosts) : "");
}

std::string headers(const Message& message, const DigestOptions& options, std::size_t runs)
{
  std::string text = header("Date", mail_date(options.when_ns));
  text += fmt::format("From: gpualert <{}>\r\n", message.from);
  text += address_header("To", message.to);
  text += header("Subject", message.subject);
  text += fmt::format("Message-ID: <{}>\r\n", message.id);
  text += header("User-Agent", fmt::format("gpualert/{}", kVersion));
  text += "Auto-Submitted: auto-generated\r\n";  // RFC 3834: no vacation message answers it
  text += "X-GPUAlert-Status: DIGEST\r\n";
  text += fmt::format("X-GPUAlert-Runs: {}\r\n", runs);
  return text + "MIME-Version: 1.0\r\n";
}

// The facts were masked when they were written; whatever was not comes through the gate once more.
MimePart body(const std::vector<SuppressedReport>& reports, const DigestOptions& options,
              double share)
{
  Document document = digest_document(reports, options, share);
  Gate gate(options.redaction);
  gate.clear(document);
  return body_part(document, options.id);
}

std::map<std::string, std::string> facts_of(const std::vector<SuppressedReport>& reports,
                                            const Redaction& redaction)
{
  constexpr std::size_t kMost = 10;
  constexpr std::size_t kNamesLimit = 1000;
  std::string names;
  std::size_t named = 0;
  for (const SuppressedReport& report : reports) {
    const std::string name = (named == 0 ? "" : ", ") + name_of(report);
    if (names.size() + name.size() > kNamesLimit) {
      break;
    }
    names += name;
    ++named;
  }
  if (named < reports.size()) {
    names += fmt::format(" and {} more", reports.size() - named);
  }
  Gate gate(redaction);
  std::map<std::string, std::string> facts{
      {"status", "DIGEST"},
      {"runs", std::to_string(reports.size())},
      {"causes", gate.text(brief_causes(by_cause(reports), kMost))},
      {"names", gate.text(names)}};
  if (const std::string hosts = brief_hosts(by_host(reports), kMost); !hosts.empty()) {
    facts["hosts"] = gate.text(hosts);
  }
  return facts;
}

}  // namespace

Digest compose_digest(const std::vector<SuppressedReport>& reports, const DigestOptions& options)
{
  Gate gate(options.redaction);
  Digest digest;
  Message& message = digest.message;
  message.id = fmt::format("{}.1@{}", atom(options.id), atom(local_fqdn()));
  message.from = options.from;
  message.to = options.to;
  message.subject = gate.text(subject_of(reports));
  digest.facts = facts_of(reports, options.redaction);
  const std::string head = headers(message, options, reports.size());
  constexpr int kTries = 8;
  double share = 1;
  for (int n = 0; n < kTries; ++n) {
    const MimePart part = body(reports, options, share);
    message.eml = head + part.headers + "\r\n" + part.body;
    if (message.eml.size() <= options.budget) {
      break;
    }
    const auto fits = static_cast<double>(options.budget) / static_cast<double>(message.eml.size());
    share *= std::min(0.9, 0.95 * fits);
  }
  return digest;
}

}  // namespace gpualert
