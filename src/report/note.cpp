#include <gpualert/note.hpp>

#include "report/body.hpp"
#include "report/gate.hpp"
#include "report/headers.hpp"
#include "report/hostname.hpp"
#include "report/mime.hpp"
#include "report/subject.hpp"
#include "report/threading.hpp"

#include <fmt/format.h>

namespace gpualert {

namespace {

constexpr std::size_t kSubject = 200;

report::Section section_of(const NoteSection& given)
{
  using namespace report;
  Section section{given.heading, {}};
  for (const std::string& text : given.paragraphs) {
    section.blocks.emplace_back(Paragraph{one_line(text, 2000)});
  }
  Rows rows;
  for (const auto& [label, value] : given.rows) {
    rows.add(one_line(label, 40), one_line(value, 1000));
  }
  if (!rows.rows.empty()) {
    section.blocks.emplace_back(std::move(rows));
  }
  if (!given.lines.empty()) {
    Commands lines;
    for (const std::string& line : given.lines) {
      lines.lines.push_back(one_line(line, 1000));
    }
    section.blocks.emplace_back(std::move(lines));
  }
  return section;
}

}  // namespace

Message compose_note(const RunRecord& given_record, const Note& note, const ReportOptions& options)
{
  using namespace report;
  Gate gate(options.redaction);
  const RunRecord record = gate.cleared(given_record);
  const std::string fqdn = fqdn_of(record.host);
  Message message;
  message.id = message_id(record, options, fqdn);
  message.from = sender(record, options, fqdn);
  message.to = recipients(options, message.from);
  message.subject = one_line(gate.text(note.subject), kSubject);
  Document document;
  document.status = note.status;
  document.headline = one_line(note.headline, kSubject);
  document.tone = note.failure ? Tone::bad : Tone::neutral;
  for (const NoteSection& section : note.sections) {
    document.sections.push_back(section_of(section));
  }
  gate.clear(document);
  const std::string filters = header("X-GPUAlert-Status", note.status) +
                              header("X-GPUAlert-Run", gate.text(one_line(record.id, 200)));
  add_footer(record, gate, document);
  const MimePart body = body_part(document, record.id);
  message.eml = headers(message, record, fqdn) + filters + "MIME-Version: 1.0\r\n" + body.headers +
                "\r\n" + body.body;
  return message;
}

}  // namespace gpualert
