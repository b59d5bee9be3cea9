#pragma once

#include "report/document.hpp"
#include "report/log_reader.hpp"

#include <cstdint>
#include <string>

namespace gpualert::report {

// Lines of a log from a place on. Reads `chunk` bytes at a time; of a longer line, that much.
class LineReader {
public:
  // `line`: number of the line that begins at `offset`; 0: not known.
  LineReader(const LogReader& log, std::uint64_t offset, std::uint64_t line, std::uint64_t chunk)
      : log_(&log), offset_(offset), line_(line), chunk_(chunk)
  {
  }

  // Where the next line begins.
  std::uint64_t offset() const noexcept { return offset_; }
  std::uint64_t line() const noexcept { return line_; }
  bool at_end() const noexcept { return offset_ >= log_->size(); }

  // The next line as it is to be shown. Of one that is longer than a chunk, the beginning; whether
  // its end was found is told by skipped(): the reader then stands inside of it.
  Result<LogLine> next();
  bool skipped() const noexcept { return skipped_; }

private:
  const LogReader* log_;
  std::uint64_t offset_, line_, chunk_;
  std::string buffer_;  // from offset_ on
  bool skipped_ = false;
};

// Start of the line `lines` before the one that begins at `offset`; fewer where the `bytes` before
// it hold fewer. `moved`: how many it is before.
Result<std::uint64_t> start_before(const LogReader& log, std::uint64_t offset, std::uint64_t lines,
                                   std::uint64_t bytes, std::uint64_t& moved);

}  // namespace gpualert::report
