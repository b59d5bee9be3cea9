#pragma once

#include "report/document.hpp"

#include <gpualert/redaction.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace gpualert::report {

// Where all text of a report is made valid UTF-8 and masked, and the masked secrets are counted.
class Gate {
public:
  explicit Gate(Redaction redaction = {}) : redaction_(std::move(redaction)) {}

  std::string text(std::string_view raw);

  // What a report may shorten: a secret must be masked before it is cut, since a part of one is not
  // recognised.
  RunRecord cleared(RunRecord record);
  Verdict cleared(Verdict verdict);

  // Every text in it; then cuts the lines of excerpts to what is worth showing. An excerpt is
  // masked as a whole: keys have several lines.
  void clear(Document& document);

  // Secrets that were masked before: in what is attached.
  void count(std::size_t secrets) noexcept { masked_ += secrets; }

  std::size_t masked() const noexcept { return masked_; }
  const Redaction& redaction() const noexcept { return redaction_; }

private:
  void clear(Block& block);
  void clear(Excerpt& excerpt);
  void clear(Evidence& evidence);
  void in_place(std::string& text) { text = this->text(text); }

  Redaction redaction_;
  std::size_t masked_ = 0;
};

}  // namespace gpualert::report
