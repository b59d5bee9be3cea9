#pragma once

#include "base/fd.hpp"

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>

namespace gpualert::report {

// A run's part of its log, read piece by piece. Never follows a link, never waits on a FIFO or a
// terminal.
class LogReader {
public:
  // `fd`: the log, where it is open already; it stays open.
  static Result<LogReader> open(const LogState& log, int fd = -1);

  // Bytes of this run that are there.
  std::uint64_t size() const noexcept { return size_; }

  // At most `bytes` from `offset` on, an offset in this run's part.
  Result<std::string> read(std::uint64_t offset, std::uint64_t bytes) const;

private:
  LogReader(Fd fd, std::string path, std::uint64_t base, std::uint64_t size)
      : fd_(std::move(fd)), path_(std::move(path)), base_(base), size_(size)
  {
  }

  Fd fd_;
  std::string path_;
  std::uint64_t base_ = 0, size_ = 0;
};

}  // namespace gpualert::report
