#pragma once

#include "base/fd.hpp"

#include <gpualert/output_index.hpp>
#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>

namespace gpualert::supervision {

// Writes output.idx (format: <gpualert/output_index.hpp>). A record on a change of stream, after
// 100 ms or 64 KiB; held back for at most a second. Errors only cost the index.
class IndexWriter {
public:
  void create(const std::string& path);
  // Bytes of `stream`, read at `when`, stand at `offset` of the log.
  void note(std::uint64_t offset, Stream stream, const Moment& when);
  // Writes what is held back, if it is old enough or `now` is set.
  void flush(std::int64_t now_ns, bool at_once = false);
  bool pending() const noexcept { return !buffer_.empty(); }

private:
  Fd fd_;
  std::string buffer_;
  IndexRecord last_;
  bool any_ = false;
  std::int64_t oldest_ns_ = 0;
};

}  // namespace gpualert::supervision
