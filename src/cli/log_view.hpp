#pragma once

#include "base/fd.hpp"

#include <gpualert/output_index.hpp>
#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gpualert::cli {

struct LogFilter {
  bool out = true, err = true;  // bytes of an unknown stream, or of 2>&1, pass either way
  bool timestamps = false;
};

// The bytes of one run in its log, read forwards, as `gpualert logs` shows them.
class LogView {
public:
  // Without an index, or with a broken one, every byte is of an unknown stream.
  static Result<LogView> open(const RunRecord& record, const std::string& run_dir,
                              LogFilter filter);

  // Appends to `out` what stands between the last call's end and `end`, 256 KiB of log at most;
  // false when nothing was left.
  Result<bool> read(std::uint64_t end, std::string& out);

  std::uint64_t size() const;     // of the log, now
  std::uint64_t indexed() const;  // the end of what the index surely covers
  void reload_index();
  // Whether the last index record speaks for all that follows it: nothing more will come.
  void hold_last(bool hold) { hold_last_ = hold; }

private:
  struct Stretch {
    std::uint64_t end;
    std::int64_t wall_ns;  // 0: unknown
    Stream stream;
  };
  Stretch stretch_at(std::uint64_t offset) const;
  bool shown(Stream stream) const;
  void append(std::string_view bytes, std::int64_t wall_ns, std::string& out);

  Fd log_;
  std::string index_path_;
  std::uint64_t index_size_ = 0;
  std::vector<IndexRecord> index_;
  LogFilter filter_;
  std::uint64_t at_ = 0;
  bool hold_last_ = false;
  bool at_line_start_ = true;
};

}  // namespace gpualert::cli
