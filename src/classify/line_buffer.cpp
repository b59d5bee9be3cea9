#include "classify/line_buffer.hpp"

#include <algorithm>

namespace gpualert {

void LineBuffer::begin(std::uint64_t line, std::uint64_t offset) noexcept
{
  line_ = line;
  offset_ = offset;
}

void LineBuffer::append(std::string_view data)
{
  size_ += data.size();
  const std::size_t to_head = std::min(data.size(), kHead - head_.size());
  head_.append(data.substr(0, to_head));
  data.remove_prefix(to_head);
  if (data.size() > kTail) {
    data.remove_prefix(data.size() - kTail);
  }
  if (tail_.size() + data.size() > 2 * kTail) {
    tail_.erase(0, tail_.size() - kTail);
  }
  tail_.append(data);
}

std::string_view LineBuffer::tail()
{
  const std::string_view all = tail_;
  return all.size() > kTail ? all.substr(all.size() - kTail) : all;
}

void LineBuffer::clear() noexcept
{
  head_.clear();
  tail_.clear();
  size_ = 0;
}

}  // namespace gpualert
