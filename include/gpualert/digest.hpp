#pragma once

#include <gpualert/redaction.hpp>
#include <gpualert/report.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpualert {

// A report that is not sent by itself.
struct SuppressedReport {
  std::string run;
  std::string subject;
  std::map<std::string, std::string> facts;  // report_facts.hpp; may be empty
  std::int64_t queued_ns = 0;                // wall clock
};

struct DigestOptions {
  std::string id;    // in place of a run's: unique, and of letters that suit a Message-ID
  std::string from;  // addresses, checked
  std::vector<std::string> to;        // not empty
  std::int64_t when_ns = 0;           // wall clock
  int mails_per_hour = 0;             // the limit, to be named
  std::uint64_t budget = 20U << 20U;  // bytes of the whole message
  Redaction redaction{};
};

struct Digest {
  Message message;
  // For a webhook, as report_facts: status DIGEST, runs (their number), causes, hosts and names,
  // each of them short enough for a chat.
  std::map<std::string, std::string> facts;
};

// One message in place of many: counts by cause and by host, and a line for each report. Lines for
// which the budget has no room are left out, and their number is said.
Digest compose_digest(const std::vector<SuppressedReport>& reports, const DigestOptions& options);

}  // namespace gpualert
