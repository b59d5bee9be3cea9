#include <gpualert/output_index.hpp>

namespace gpualert {

namespace {

constexpr std::size_t kRecordSize = 32;

void put(std::string& out, std::uint64_t value, int bytes)
{
  for (int i = 0; i < bytes; ++i) {
    out += static_cast<char>(value >> (8 * i) & 0xFFU);
  }
}

std::uint64_t get(std::string_view bytes, std::size_t at, int count)
{
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[at + static_cast<std::size_t>(i)]);
    value |= std::uint64_t{byte} << (8 * i);
  }
  return value;
}

}  // namespace

std::string encode(const IndexRecord& record)
{
  std::string out;
  out.reserve(kRecordSize);
  put(out, record.offset, 8);
  put(out, static_cast<std::uint64_t>(record.monotonic_ns), 8);
  put(out, static_cast<std::uint64_t>(record.wall_ns), 8);
  put(out, static_cast<std::uint64_t>(record.stream), 4);
  put(out, 0, 4);
  return out;
}

Result<std::vector<IndexRecord>> parse_index(std::string_view bytes)
{
  if (!bytes.starts_with(kIndexMagic)) {
    return Error{"output index: not a gpualert index (wrong first bytes)", 0};
  }
  bytes.remove_prefix(kIndexMagic.size());
  std::vector<IndexRecord> records;
  records.reserve(bytes.size() / kRecordSize);
  for (; bytes.size() >= kRecordSize; bytes.remove_prefix(kRecordSize)) {
    const std::uint64_t stream = get(bytes, 24, 4);
    records.push_back({get(bytes, 0, 8), static_cast<std::int64_t>(get(bytes, 8, 8)),
                       static_cast<std::int64_t>(get(bytes, 16, 8)),
                       stream <= 3 ? static_cast<Stream>(stream) : Stream::unknown});
  }
  return records;
}

}  // namespace gpualert
