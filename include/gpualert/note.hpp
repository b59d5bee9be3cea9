#pragma once

#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>

#include <string>
#include <utility>
#include <vector>

namespace gpualert {

// A part of a note: paragraphs, then a table of label and value, then lines as they stand.
struct NoteSection {
  std::string heading;
  std::vector<std::string> paragraphs;
  std::vector<std::pair<std::string, std::string>> rows;
  std::vector<std::string> lines;
};

// A mail about a job that is not the report of one run: it began, or many runs are counted.
struct Note {
  std::string status;    // one word: "STARTED"
  std::string subject;   // whole
  std::string headline;  // what happened, in one line
  bool failure = false;
  std::vector<NoteSection> sections;
};

// Composes it in the form of a report. `record` says which run and job it belongs to; its log is
// not read. Text is masked as in reports.
Message compose_note(const RunRecord& record, const Note& note, const ReportOptions& options);

}  // namespace gpualert
