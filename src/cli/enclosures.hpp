#pragma once

#include <gpualert/artifacts.hpp>
#include <gpualert/config.hpp>
#include <gpualert/report.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gpualert::cli {

// Bytes to leave for the text of a report, with HTML and pictures. Excerpts are bounded well below.
std::uint64_t room_for_body(std::uint64_t budget);

// What may go with the report of a run: of a failure the log and the small files that the job
// changed, of any run what --attach names. Looked for and packed once, for the largest message.
class Enclosures {
public:
  // Nothing.
  Enclosures() = default;

  // What went wrong with the search is added to `problems`.
  Enclosures(const RunRecord& record, const Verdict& verdict, const Config& config,
             std::vector<std::string>& problems);

  // Puts what goes through a channel, within its budget, into the options of its report. A message
  // in a Maildir stays where the log is, and a webhook takes none. The options use this object.
  void add_to(ReportOptions& options, const ChannelSettings& channel, const Config& config) const;

private:
  std::vector<Attachment> fewer(std::uint64_t bytes, std::uint64_t body,
                                const std::string& why) const;

  std::string log_path_;
  std::uint64_t log_offset_ = 0;
  bool only_changed_ = true;  // nothing was asked for
  TextGate gate_;
  std::vector<Attachment> whole_;
};

}  // namespace gpualert::cli
