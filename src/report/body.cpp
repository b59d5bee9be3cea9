#include "report/body.hpp"

#include "report/excerpt.hpp"
#include "report/manifest.hpp"
#include "report/render.hpp"
#include "report/sections.hpp"
#include "report/subject.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gpualert::report {

namespace {

Tone tone_of(std::string_view status)
{
  return status == "DONE"                          ? Tone::good
         : status == "FAILED" || status == "CHECK" ? Tone::bad
                                                   : Tone::neutral;
}

// Of what it says about causes only what was presumed when the run ended unseen.
Document interim_document(const RunRecord& record, const Verdict& verdict, const Interim& interim,
                          const LogExcerpts& excerpts)
{
  Document document;
  document.status = interim.status;
  document.headline = one_line(interim.news, 200);
  Section news{"What happened", {}};
  for (const std::string& text : interim.paragraphs) {
    news.blocks.emplace_back(Paragraph{one_line(text, 1000)});
  }
  document.sections = {std::move(news)};
  if (record.ending) {
    document.sections.push_back(why(verdict));
    document.sections.push_back(evidence(verdict, excerpts.evidence));
  }
  document.sections.insert(document.sections.end(), {progress(verdict), timeline(record, verdict),
                                                     resources(record), run_facts(record, verdict),
                                                     damage(record), log_ends(record, excerpts)});
  return document;
}

std::vector<MimePart> pictures(const Document& document, std::string_view run_id)
{
  std::vector<MimePart> parts;
  for (const Section& section : document.sections) {
    for (const Block& block : section.blocks) {
      const auto* picture = std::get_if<Picture>(&block);
      if (picture != nullptr && !picture->png.empty()) {
        parts.push_back(inline_png(picture_id(picture->name, run_id), picture->name, picture->png));
      }
    }
  }
  return parts;
}

}  // namespace

Document make_document(const RunRecord& record, const Verdict& verdict,
                       const ReportOptions& options)
{
  ExcerptLimits limits;
  // Of a success one wants to see that, and how, it ended.
  constexpr std::uint64_t kLinesOfSuccess = 20;
  limits.tail_lines =
      verdict.success() ? std::min(options.tail_lines, kLinesOfSuccess) : options.tail_lines;
  limits.tail_bytes = options.tail_bytes;
  const LogExcerpts excerpts = read_excerpts(record.log, verdict, limits, options.log_fd);
  if (options.interim) {
    return interim_document(record, verdict, *options.interim, excerpts);
  }
  Document document;
  document.status = outcome_word(record, verdict);
  document.headline = headline(record, verdict);
  document.tone = tone_of(document.status);
  document.sections = {why(verdict),
                       evidence(verdict, excerpts.evidence),
                       remedy(record, verdict),
                       progress(verdict),
                       timeline(record, verdict),
                       resources(record),
                       run_facts(record, verdict),
                       damage(record),
                       collateral(verdict),
                       manifest(options.attachments),
                       log_ends(record, excerpts)};
  return document;
}

std::string unmasked_words(const Redaction& redaction)
{
  return redaction.on ? ""
                      : "Secrets are not masked in this mail: the settings say redact = false.";
}

void add_footer(const RunRecord& record, const Gate& gate, Document& document)
{
  if (gate.masked() > 0) {
    document.footer.push_back(
        fmt::format("{} secret{} masked in this mail; the log on disk is exact.", gate.masked(),
                    gate.masked() == 1 ? "" : "s"));
  }
  if (std::string words = unmasked_words(gate.redaction()); !words.empty()) {
    document.footer.push_back(std::move(words));
  }
  document.footer.push_back(fmt::format("gpualert {}, run {}", kVersion, one_line(record.id, 200)));
}

MimePart body_part(const Document& document, std::string_view run_id)
{
  MimePart html = text_part("html", render_html(document, run_id));
  if (std::vector<MimePart> parts = pictures(document, run_id); !parts.empty()) {
    parts.insert(parts.begin(), std::move(html));
    html = multipart("related; type=\"text/html\"", boundary("related", run_id), parts);
  }
  return multipart("alternative", boundary("alternative", run_id),
                   {text_part("plain", render_text(document)), std::move(html)});
}

}  // namespace gpualert::report
