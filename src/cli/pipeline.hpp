#pragma once

#include "cli/while_running.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/config.hpp>
#include <gpualert/rule_set.hpp>
#include <gpualert/supervisor.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::cli {

// The stages after the supervisor, one after the other: scanner, diagnosis, verdict.json, report,
// outbox, deliverer, and the last words on the terminal. Lives in the logger process.
class Pipeline final : public RunObserver {
public:
  Pipeline(const Config& config, const Environment& environment, std::string config_file);

  void bytes(Stream stream, std::string_view data) noexcept override;
  During during(RunRecord& record) noexcept override;
  Closing end(const RunRecord& record) noexcept override;
  // Has them looked at, beside us.
  void others_open(const RunRecord& record) noexcept override;

  // Reports are put into the outbox and stay there: whoever calls has them delivered.
  void leave_delivery() noexcept { delivers_ = false; }

  // Goes on where the end of a run was cut off while its report was being published. False when it
  // was not that far.
  bool resume(const RunRecord& record) noexcept;

  // Of a run on which somebody else has reported: nobody is told again.
  void keep_silent() noexcept { config_.notify = Notify::never; }

private:
  void start_scanner();
  Verdict judge(const RunRecord& record);
  void save(const RunRecord& record, const char* name, std::string_view text);
  void report(const RunRecord& record, const Verdict& verdict, bool notify);
  void report_change(RunRecord record, const Verdict& verdict);
  bool report_as_rank(const RunRecord& record, const Verdict& verdict, bool notify);
  void retry_older(const RunRecord& record);
  Status deliver(const RunRecord& record, const std::string& state_dir);
  void problem(std::string what) noexcept;

  Config config_;
  std::vector<std::string> state_dirs_;
  std::string config_file_;
  RulePaths rule_paths_;
  std::optional<Scanner> scanner_;  // from the first byte on
  WhileRunning while_running_;
  bool delivering_ = false;
  bool delivers_ = true;
  std::vector<std::string> problems_;  // what went wrong here, for the last words
};

}  // namespace gpualert::cli
