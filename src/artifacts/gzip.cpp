#include "artifacts/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace gpualert {

namespace {

constexpr int kLevel = 3;                    // logs compress nearly as well as at 6, twice as fast
constexpr int kGzipWindow = MAX_WBITS + 16;  // zlib.h: 16 more asks for a gzip header
constexpr int kMemory = 8;
constexpr std::size_t kSlice = 1U << 20U;  // between two looks at the clock

struct Deflater {
  z_stream stream{};
  bool ready = false;
  Deflater()
      : ready(deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) ==
              Z_OK)
  {
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater()
  {
    if (ready) {
      deflateEnd(&stream);
    }
  }
};

}  // namespace

std::optional<std::string> gzip(std::string_view data, std::uint64_t limit,
                                std::chrono::steady_clock::time_point until)
{
  Deflater deflater;
  if (!deflater.ready) {
    return std::nullopt;
  }
  z_stream& stream = deflater.stream;
  std::array<unsigned char, 65536> buffer;
  std::string out;
  do {
    const std::string_view slice = data.substr(0, kSlice);
    data.remove_prefix(slice.size());
    // zlib's interface is older than const.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(slice.data()));  // NOLINT
    stream.avail_in = static_cast<uInt>(slice.size());
    do {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      if (deflate(&stream, data.empty() ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) {
        return std::nullopt;
      }
      out.append(reinterpret_cast<const char*>(buffer.data()),  // NOLINT: bytes either way
                 buffer.size() - stream.avail_out);
      if (out.size() > limit) {
        return std::nullopt;
      }
    } while (stream.avail_out == 0);
    if (!data.empty() && std::chrono::steady_clock::now() > until) {
      return std::nullopt;
    }
  } while (!data.empty());
  return out;
}

}  // namespace gpualert
