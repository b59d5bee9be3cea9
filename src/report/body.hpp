#pragma once

#include "report/document.hpp"
#include "report/gate.hpp"
#include "report/mime_part.hpp"

#include <gpualert/report.hpp>

#include <string>
#include <string_view>

namespace gpualert::report {

// Everything a report says; reads the log. `record` and `verdict` have been cleared by a Gate,
// which the document goes through afterwards, when everything that others add is in it.
Document make_document(const RunRecord& record, const Verdict& verdict,
                       const ReportOptions& options);

// The last lines of a report: how many secrets were masked, or that none is, which program, which
// run.
void add_footer(const RunRecord& record, const Gate& gate, Document& document);

// That secrets are not masked, where the settings say so; else "".
std::string unmasked_words(const Redaction& redaction);

// multipart/alternative: text, then HTML, the latter with its pictures in a multipart/related. May
// stand in a multipart/mixed with attachments.
MimePart body_part(const Document& document, std::string_view run_id);

}  // namespace gpualert::report
