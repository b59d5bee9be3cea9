#include "report/gate.hpp"

#include "base/text.hpp"
#include "report/display.hpp"
#include "report/redact.hpp"

#include <algorithm>

namespace gpualert::report {

namespace {

constexpr std::size_t kLineLimit = 1000;
constexpr std::size_t kMarkedLineLimit = 4000;

// Where a byte of the text stands after masking; inside a secret: where its mask begins.
std::size_t moved(std::size_t offset, const std::vector<Mask>& masks)
{
  std::size_t result = offset;
  for (const Mask& mask : masks) {
    if (offset < mask.from) {
      break;
    }
    result = offset < mask.from + mask.length
                 ? mask.at
                 : offset - (mask.from + mask.length) + mask.at + kMask.size();
  }
  return result;
}

// Spans of one line, whose bytes are from `begin` on in the text that was masked.
void move_spans(std::vector<Span>& spans, std::size_t begin, const std::vector<Mask>& masks)
{
  const std::size_t base = moved(begin, masks);
  for (Span& span : spans) {
    const std::size_t from = moved(begin + span.from, masks);
    const std::size_t to = moved(begin + span.from + span.length, masks);
    span.from = from - base;
    span.length = to - from;
  }
  std::erase_if(spans, [](const Span& span) { return span.length == 0; });
}

}  // namespace

std::string Gate::text(std::string_view raw)
{
  Redacted redacted = redact(to_utf8(raw), redaction_);
  masked_ += redacted.masked;
  return std::move(redacted.text);
}

void Gate::clear(Evidence& evidence)
{
  in_place(evidence.text);
  in_place(evidence.host);
}

RunRecord Gate::cleared(RunRecord record)
{
  for (std::string* text : {&record.name, &record.host, &record.user, &record.scheduler.node,
                            &record.scheduler.job_name}) {
    in_place(*text);
  }
  for (std::vector<std::string>* notes : {&record.notes, &record.log.notes}) {
    for (std::string& note : *notes) {
      in_place(note);
    }
  }
  return record;
}

Verdict Gate::cleared(Verdict verdict)
{
  for (std::string* text : {&verdict.cause, &verdict.title, &verdict.hint, &verdict.but,
                            &verdict.first_host, &verdict.progress.last_line}) {
    in_place(*text);
  }
  for (Evidence& evidence : verdict.evidence) {
    clear(evidence);
  }
  for (Collateral& item : verdict.collateral) {
    clear(item.first);
  }
  if (verdict.runner_up) {
    in_place(verdict.runner_up->why);
  }
  return verdict;
}

void Gate::clear(Excerpt& excerpt)
{
  std::string whole;
  for (const auto& item : excerpt.lines) {
    const auto* line = std::get_if<LogLine>(&item);
    whole += (line == nullptr ? "" : line->content.text) + "\n";
  }
  const Redacted redacted = redact(whole, redaction_);
  masked_ += redacted.masked;
  std::size_t begin = 0;  // of a line, before masking
  std::size_t at = 0;     // and after it; masking leaves line ends alone
  for (auto& item : excerpt.lines) {
    const std::size_t end = std::min(redacted.text.find('\n', at), redacted.text.size());
    std::size_t length = 0;
    if (auto* line = std::get_if<LogLine>(&item)) {
      length = line->content.text.size();
      move_spans(line->content.spans, begin, redacted.masks);
      line->content.text = redacted.text.substr(at, end - at);
      cut_line(line->content, line->marked ? kMarkedLineLimit : kLineLimit);
      in_place(line->note);
    }
    begin += length + 1;
    at = std::min(end + 1, redacted.text.size());
  }
}

void Gate::clear(Block& block)
{
  if (auto* paragraph = std::get_if<Paragraph>(&block)) {
    in_place(paragraph->text);
  } else if (auto* rows = std::get_if<Rows>(&block)) {
    for (auto& [label, value] : rows->rows) {
      in_place(label);
      in_place(value);
    }
  } else if (auto* commands = std::get_if<Commands>(&block)) {
    for (std::string& line : commands->lines) {
      in_place(line);
    }
  } else if (auto* excerpt = std::get_if<Excerpt>(&block)) {
    clear(*excerpt);
  } else if (auto* picture = std::get_if<Picture>(&block)) {
    in_place(picture->caption);
  }
}

void Gate::clear(Document& document)
{
  in_place(document.headline);
  for (Section& section : document.sections) {
    in_place(section.heading);
    for (Block& block : section.blocks) {
      clear(block);
    }
  }
  for (std::string& line : document.footer) {
    in_place(line);
  }
}

}  // namespace gpualert::report
