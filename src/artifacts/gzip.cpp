#include "artifacts/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gpualert {

namespace {

constexpr int kLevel = 3;                    // logs compress nearly as well as at 6, twice as fast
constexpr int kGzipWindow = MAX_WBITS + 16;  // zlib.h: 16 more asks for a gzip header
constexpr int kMemory = 8;
constexpr std::size_t kSlice = 1U << 20U;  // between two looks at the clock

}  // namespace

struct Gzip::Stream {
  z_stream z{};
  bool ready = false;
  Stream()
      : ready(deflateInit2(&z, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) ==
              Z_OK)
  {
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream()
  {
    if (ready) {
      deflateEnd(&z);
    }
  }
};

Gzip::Gzip(std::uint64_t limit) : stream_(std::make_unique<Stream>()), limit_(limit) {}

Gzip::~Gzip() = default;

bool Gzip::deflate_all(std::string_view piece, int flush)
{
  if (!stream_->ready) {
    return false;
  }
  z_stream& z = stream_->z;
  std::array<unsigned char, 65536> buffer;
  // zlib's interface is older than const.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));  // NOLINT
  z.avail_in = static_cast<uInt>(piece.size());
  do {
    z.next_out = buffer.data();
    z.avail_out = static_cast<uInt>(buffer.size());
    if (deflate(&z, flush) == Z_STREAM_ERROR) {
      return false;
    }
    out_.append(reinterpret_cast<const char*>(buffer.data()),  // NOLINT: bytes either way
                buffer.size() - z.avail_out);
    if (out_.size() > limit_) {
      return false;
    }
  } while (z.avail_out == 0);
  return true;
}

bool Gzip::add(std::string_view piece)
{
  return piece.empty() || deflate_all(piece, Z_NO_FLUSH);
}

std::optional<std::string> Gzip::finish()
{
  return deflate_all({}, Z_FINISH) ? std::optional<std::string>(std::move(out_)) : std::nullopt;
}

std::optional<std::string> gzip(std::string_view data, std::uint64_t limit,
                                std::chrono::steady_clock::time_point until)
{
  Gzip stream(limit);
  for (; !data.empty(); data.remove_prefix(std::min(data.size(), kSlice))) {
    if (!stream.add(data.substr(0, kSlice)) || std::chrono::steady_clock::now() > until) {
      return std::nullopt;
    }
  }
  return stream.finish();
}

}  // namespace gpualert
