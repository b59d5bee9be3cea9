#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpualert {

// The beginning of a line whose end has not come yet. Keeps at most kHead + kTail bytes of it:
// where a line is longer, its head and its tail.
class LineBuffer {
public:
  static constexpr std::size_t kHead = 48U << 10;
  static constexpr std::size_t kTail = 16U << 10;

  bool empty() const noexcept { return size_ == 0; }
  // Where the line began: its number (1-based) and its offset in the log.
  std::uint64_t line() const noexcept { return line_; }
  std::uint64_t offset() const noexcept { return offset_; }

  void begin(std::uint64_t line, std::uint64_t offset) noexcept;
  void append(std::string_view data);

  std::string_view head() const noexcept { return head_; }
  // What was kept of the bytes after the head. Not called before the line has its end.
  std::string_view tail();
  void clear() noexcept;

private:
  std::string head_;
  std::string tail_;  // up to 2 * kTail, cut to the last kTail when it is read or full
  std::uint64_t size_ = 0, line_ = 0, offset_ = 0;
};

}  // namespace gpualert
