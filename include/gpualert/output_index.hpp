#pragma once

#include <gpualert/byte_sink.hpp>
#include <gpualert/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// output.idx: 8 bytes "GPAIDX1\n", then 32-byte little-endian records: u64 offset, i64 monotonic
// ns, i64 wall ns, u32 stream (byte_sink.hpp), u32 zero. `offset` is absolute in the log file (with
// --log FILE it begins at the record's base_offset). A record holds from its offset to the next
// one's; bytes after the last known record, or before the first, are "stream unknown".
inline constexpr std::string_view kIndexMagic = "GPAIDX1\n";

struct IndexRecord {
  std::uint64_t offset = 0;
  std::int64_t monotonic_ns = 0;
  std::int64_t wall_ns = 0;
  Stream stream = Stream::unknown;
};

std::string encode(const IndexRecord& record);  // 32 bytes
// A torn last record (a crash) is ignored; a wrong magic is an Error.
Result<std::vector<IndexRecord>> parse_index(std::string_view bytes);

}  // namespace gpualert
