#include <gpualert/report.hpp>

#include "report/body.hpp"
#include "report/gate.hpp"
#include "report/headers.hpp"
#include "report/hostname.hpp"
#include "report/manifest.hpp"
#include "report/mime.hpp"
#include "report/render.hpp"
#include "report/subject.hpp"
#include "report/threading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace gpualert {

namespace {

// What mail programs can sort and filter by.
std::string marks(const RunRecord& record, const Verdict& verdict, report::Gate& gate)
{
  using namespace report;
  return header("X-GPUAlert-Status", outcome_word(record, verdict)) +
         header("X-GPUAlert-Cause", one_line(verdict.cause, 64)) +
         header("X-GPUAlert-Run", gate.text(one_line(record.id, 200))) +
         header("X-GPUAlert-Host", gate.text(one_line(record.host, 253)));
}

std::size_t masked_in(const std::vector<Attachment>& attachments)
{
  std::size_t sum = 0;
  for (const Attachment& file : attachments) {
    sum += file.masked;
  }
  return sum;
}

constexpr const char* kTooLarge = "the relay takes no larger message";

// One form of a report.
Message compose_form(const RunRecord& given_record, const Verdict& given_verdict,
                     const ReportOptions& options)
{
  using namespace report;
  Gate gate(options.redaction);
  const RunRecord record = gate.cleared(given_record);
  const Verdict verdict = gate.cleared(given_verdict);
  const std::string fqdn = fqdn_of(record.host);
  Message message;
  message.id = message_id(record, options, fqdn);
  message.from = sender(record, options, fqdn);
  message.to = recipients(options, message.from);
  message.subject = gate.text(options.interim ? interim_subject(record, *options.interim)
                                              : subject_line(record, verdict));
  Document document = make_document(record, verdict, options);
  gate.clear(document);
  const std::string filters = marks(record, verdict, gate);
  gate.count(masked_in(options.attachments));
  add_footer(record, gate, document);
  std::vector<MimePart> parts = attachment_parts(options.attachments, gate);
  MimePart body = body_part(document, record.id);
  if (!parts.empty()) {
    parts.insert(parts.begin(), std::move(body));
    body = multipart("mixed", boundary("mixed", record.id), parts);
  }
  message.eml = headers(message, record, fqdn) + filters + "MIME-Version: 1.0\r\n" + body.headers +
                "\r\n" + body.body;
  return message;
}

// The same report with other files; those that it has may be large, and are not copied.
ReportOptions with(const ReportOptions& options, std::vector<Attachment> attachments)
{
  return {options.from,           options.to,     options.tail_bytes, options.tail_lines,
          std::move(attachments), options.log_fd, options.interim,    options.redaction,
          options.budget,         options.fewer};
}

std::uint64_t encoded(const std::vector<Attachment>& attachments)
{
  std::uint64_t sum = 0;
  for (const Attachment& file : attachments) {
    sum += file.encoded;
  }
  return sum;
}

// The text of a form that was composed; with other files in it its list of them is a little longer.
std::uint64_t body_size(const Message& message, const ReportOptions& options)
{
  constexpr std::uint64_t kList = 16U << 10U;
  return message.eml.size() -
         std::min<std::uint64_t>(message.eml.size(), encoded(options.attachments)) + kList;
}

// Half of it, a quarter, and nothing but its text: what a relay takes that does not take all. Those
// between are left out where little would be left.
std::vector<std::string> smaller_forms(const RunRecord& record, const Verdict& verdict,
                                       const ReportOptions& options, const Message& whole)
{
  constexpr std::uint64_t kWorthIt = 1U << 20U;
  std::vector<std::string> forms;
  if (options.fewer && whole.eml.size() > kWorthIt) {
    for (const std::uint64_t share : {2U, 4U}) {
      const std::uint64_t most = whole.eml.size() / share;
      const ReportOptions less =
          with(options, options.fewer(most, body_size(whole, options), kTooLarge));
      std::string form = compose_form(record, verdict, less).eml;
      const std::uint64_t last = forms.empty() ? whole.eml.size() : forms.back().size();
      if (encoded(less.attachments) > 0 && form.size() <= most && form.size() < last / 4 * 3) {
        forms.push_back(std::move(form));
      }
    }
  }
  const ReportOptions none = with(options, report::listed_only(options.attachments, kTooLarge));
  forms.push_back(compose_form(record, verdict, none).eml);
  return forms;
}

Message with_smaller_forms(const RunRecord& record, const Verdict& verdict,
                           const ReportOptions& options, Message message)
{
  if (encoded(options.attachments) > 0) {
    message.smaller = smaller_forms(record, verdict, options, message);
  }
  return message;
}

}  // namespace

Message compose_report(const RunRecord& record, const Verdict& verdict,
                       const ReportOptions& options)
{
  Message message = compose_form(record, verdict, options);
  if (options.budget == 0 || message.eml.size() <= options.budget) {
    return with_smaller_forms(record, verdict, options, std::move(message));
  }
  constexpr std::uint64_t kLeastTail = 1024;
  ReportOptions fitting =
      with(options, options.fewer ? options.fewer(options.budget, body_size(message, options), "")
                                  : options.attachments);
  message = compose_form(record, verdict, fitting);
  // Of the text it is the end of the log that can be shorter.
  while (message.eml.size() > options.budget && fitting.tail_bytes > kLeastTail) {
    fitting.tail_bytes /= 2;
    message = compose_form(record, verdict, fitting);
  }
  return with_smaller_forms(record, verdict, fitting, std::move(message));
}

ReportView view_report(const RunRecord& given_record, const Verdict& given_verdict,
                       const ReportOptions& options)
{
  using namespace report;
  Gate gate(options.redaction);
  const RunRecord record = gate.cleared(given_record);
  Document document = make_document(record, gate.cleared(given_verdict), options);
  gate.clear(document);
  add_footer(record, gate, document);
  return {render_text(document), render_html(document, "")};
}

}  // namespace gpualert
