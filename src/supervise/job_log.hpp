#pragma once

#include "base/fd.hpp"

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace gpualert::supervision {

// The job's bytes on disk, and nothing else. No error of the log ever reaches the job: what cannot
// be written is counted as a gap, and writing is tried again every half second.
class JobLog {
public:
  // output.log of a fresh run directory: must not exist yet, no link is followed.
  Status create(const std::string& path);
  // --log FILE: that exact path, appended to. A link is followed only when it is ours or root's. A
  // FIFO or device is opened without blocking.
  Status open_existing(const std::string& path);

  // Appends. `now_ns`: monotonic.
  void write(std::string_view bytes, std::int64_t now_ns);
  // Bytes that were passed on but dropped before they could be written.
  void lose(std::uint64_t bytes, const std::string& why);

  Status sync();

  int fd() const noexcept { return fd_.get(); }
  // Where the next byte will stand in the file.
  std::uint64_t offset() const noexcept { return offset_; }
  LogState& state() noexcept { return state_; }

private:
  bool may_write(std::int64_t now_ns);
  void fail(const std::string& why, std::uint64_t lost, std::int64_t now_ns);
  bool space_left(std::int64_t now_ns);
  void count(std::uint64_t written);
  void reopen();

  Fd fd_;
  bool shared_ = false;  // others may append too: ask for the offset after each write
  std::uint64_t offset_ = 0;
  LogState state_;
  bool in_gap_ = false, gap_listed_ = false;
  std::int64_t retry_ns_ = 0, space_checked_ns_ = 0;
  std::uint64_t since_space_check_ = 0;
};

}  // namespace gpualert::supervision
