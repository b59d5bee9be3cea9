#include "report/line_reader.hpp"

#include "report/display.hpp"

#include <algorithm>

namespace gpualert::report {

Result<LogLine> LineReader::next()
{
  if (buffer_.find('\n') == std::string::npos) {
    Result<std::string> more = log_->read(offset_, chunk_);
    if (!more) {
      return more.error();
    }
    buffer_ = std::move(more).value();
  }
  const std::size_t end = buffer_.find('\n');
  const std::size_t length = std::min(end, buffer_.size());
  LogLine line;
  line.number = line_;
  line.content = styled_line(std::string_view(buffer_).substr(0, length));
  const std::size_t taken = std::min(end == std::string::npos ? length : end + 1, buffer_.size());
  offset_ += taken;
  buffer_.erase(0, taken);
  skipped_ = end == std::string::npos && !at_end();
  if (taken == 0) {
    offset_ = log_->size();  // cut short meanwhile
  }
  line_ += line_ > 0 && !skipped_ ? 1 : 0;
  return line;
}

Result<std::uint64_t> start_before(const LogReader& log, std::uint64_t offset, std::uint64_t lines,
                                   std::uint64_t bytes, std::uint64_t& moved)
{
  moved = 0;
  const std::uint64_t from = offset - std::min(offset, bytes);
  const Result<std::string> read = log.read(from, offset - from);
  if (!read) {
    return read.error();
  }
  const std::string& text = read.value();
  std::size_t at = text.size();
  while (at > 0 && moved < lines) {
    const std::size_t newline = at < 2 ? std::string::npos : text.rfind('\n', at - 2);
    if (newline == std::string::npos && from > 0) {
      break;  // its beginning was not read
    }
    at = newline == std::string::npos ? 0 : newline + 1;
    ++moved;
  }
  return from + at;
}

}  // namespace gpualert::report
