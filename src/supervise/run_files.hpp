#pragma once

#include "supervise/index_writer.hpp"
#include "supervise/job_log.hpp"
#include "supervise/notes.hpp"

#include <gpualert/run_record.hpp>
#include <gpualert/supervisor.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpualert::supervision {

// The run directory as the logger keeps it: record, log and index.
class RunFiles {
public:
  // Makes the directory, opens the log and writes the first record, all synced, with the fallbacks
  // of the design: the next candidate directory, output.log instead of --log, memory only. Never
  // fails; what went wrong is in record().log.notes.
  void set_up(const std::vector<std::string>& argv, const SupervisorOptions& options,
              pid_t supervisor);

  RunRecord& record() noexcept { return record_; }
  const RunRecord& record() const noexcept { return record_; }
  JobLog& log() noexcept { return log_; }
  IndexWriter& index() noexcept { return index_; }
  ReadyText ready_text() const noexcept;

  // The run has lasted for a while: it is put among the open ones (open_runs.hpp). Once; a mark
  // that cannot be made is none.
  void mark_open(const std::map<std::string, std::string>& settings);
  // After the report. True when other runs are open.
  bool unmark_open();

  // Writes run.json anew, with the state of the log in it.
  void save(bool synced);

private:
  void open_log(const SupervisorOptions& options);
  void sync_start();

  RunRecord record_;
  bool marked_ = false;
  JobLog log_;
  IndexWriter index_;
};

}  // namespace gpualert::supervision
