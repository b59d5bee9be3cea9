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

}  // namespace

Message compose_report(const RunRecord& given_record, const Verdict& given_verdict,
                       const ReportOptions& options)
{
  using namespace report;
  Gate gate;
  const RunRecord record = gate.cleared(given_record);
  const Verdict verdict = gate.cleared(given_verdict);
  // Of the host of the run, not of this one: the report of a run has the same id wherever it is
  // composed again.
  const std::string fqdn = fqdn_of(record.host);
  Message message;
  const std::string id = options.interim ? atom(options.interim->id) : "1";
  message.id = fmt::format("{}.{}@{}", atom(record.id), id, atom(fqdn));
  message.from = sender(record, options, fqdn);
  message.to = recipients(options, message.from);
  message.subject = gate.text(options.interim ? interim_subject(record, *options.interim)
                                              : subject_line(record, verdict));
  Document document = make_document(record, verdict, options);
  gate.clear(document);
  const std::string filters = marks(record, verdict, gate);
  add_footer(record, gate.masked(), document);
  std::vector<MimePart> parts = attachment_parts(options.attachments);
  MimePart body = body_part(document, record.id);
  if (!parts.empty()) {
    parts.insert(parts.begin(), std::move(body));
    body = multipart("mixed", boundary("mixed", record.id), parts);
  }
  message.eml = headers(message, record, fqdn) + filters + "MIME-Version: 1.0\r\n" + body.headers +
                "\r\n" + body.body;
  if (!parts.empty()) {
    ReportOptions smaller = options;
    smaller.attachments = listed_only(options.attachments, "the relay takes no larger message");
    message.minimal = compose_report(given_record, given_verdict, smaller).eml;
  }
  return message;
}

ReportView view_report(const RunRecord& given_record, const Verdict& given_verdict,
                       const ReportOptions& options)
{
  using namespace report;
  Gate gate;
  const RunRecord record = gate.cleared(given_record);
  Document document = make_document(record, gate.cleared(given_verdict), options);
  gate.clear(document);
  add_footer(record, gate.masked(), document);
  return {render_text(document), render_html(document, "")};
}

}  // namespace gpualert
