#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace gpualert {

// gzip (RFC 1952) of bytes that come piece by piece.
class Gzip {
public:
  // The result may take `limit` bytes.
  explicit Gzip(std::uint64_t limit);
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip();

  // False when there is no memory, or the result exceeds the limit.
  bool add(std::string_view piece);

  // Ends the stream; nothing when it exceeds the limit. Call once.
  std::optional<std::string> finish();

  // Bytes of the result so far.
  std::uint64_t size() const noexcept { return out_.size(); }

private:
  bool deflate_all(std::string_view piece, int flush);

  struct Stream;
  std::unique_ptr<Stream> stream_;
  std::uint64_t limit_;
  std::string out_;
};

// gzip of `data`; nothing when `until` passes or the result would exceed `limit` bytes.
std::optional<std::string> gzip(std::string_view data, std::uint64_t limit,
                                std::chrono::steady_clock::time_point until);

}  // namespace gpualert
