#include "cli/log_view.hpp"

#include "base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace gpualert::cli {

namespace {

constexpr std::size_t kBlock = 256U << 10;
constexpr std::size_t kLargestIndex = 1U << 30;
constexpr std::string_view kNoTime = "-                          ";  // as wide as a time

std::uint64_t file_size(int fd)
{
  struct stat info {};
  return ::fstat(fd, &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

}  // namespace

Result<LogView> LogView::open(const RunRecord& record, const std::string& run_dir, LogFilter filter)
{
  LogView view;
  const std::string path = record.log.path.empty() ? run_dir + "/output.log" : record.log.path;
  view.log_ = Fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (!view.log_) {
    return last_os_error("open " + path);
  }
  view.index_path_ = run_dir + "/output.idx";
  view.filter_ = filter;
  view.at_ = record.log.base_offset;
  view.reload_index();
  return view;
}

std::uint64_t LogView::size() const
{
  return file_size(log_.get());
}

std::uint64_t LogView::indexed() const
{
  return index_.empty() ? at_ : index_.back().offset;
}

void LogView::reload_index()
{
  const Fd fd{::open(index_path_.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!fd || file_size(fd.get()) == index_size_) {
    return;
  }
  const Result<std::string> bytes = read_file(index_path_, kLargestIndex);
  if (!bytes) {
    return;
  }
  if (Result<std::vector<IndexRecord>> records = parse_index(bytes.value())) {
    index_ = std::move(records).value();
    index_size_ = bytes.value().size();
  }
}

LogView::Stretch LogView::stretch_at(std::uint64_t offset) const
{
  constexpr auto kEndless = std::numeric_limits<std::uint64_t>::max();
  const auto next = std::upper_bound(
      index_.begin(), index_.end(), offset,
      [](std::uint64_t value, const IndexRecord& record) { return value < record.offset; });
  const std::uint64_t end = next == index_.end() ? kEndless : next->offset;
  if (next == index_.begin() || (next == index_.end() && !hold_last_)) {
    return {end, 0, Stream::unknown};
  }
  const IndexRecord& record = *(next - 1);
  return {end, record.wall_ns, record.stream};
}

bool LogView::shown(Stream stream) const
{
  return (stream != Stream::out || filter_.out) && (stream != Stream::err || filter_.err);
}

void LogView::append(std::string_view bytes, std::int64_t wall_ns, std::string& out)
{
  if (!filter_.timestamps) {
    out += bytes;
    return;
  }
  while (!bytes.empty()) {
    if (at_line_start_) {
      out += wall_ns == 0 ? std::string{kNoTime} : format_utc(wall_ns);
      out += ' ';
    }
    const auto newline = bytes.find('\n');
    const std::string_view line =
        bytes.substr(0, newline == std::string_view::npos ? newline : newline + 1);
    out += line;
    at_line_start_ = newline != std::string_view::npos;
    bytes.remove_prefix(line.size());
  }
}

Result<bool> LogView::read(std::uint64_t end, std::string& out)
{
  std::string block(std::min<std::uint64_t>(kBlock, end > at_ ? end - at_ : 0), '\0');
  ssize_t n = 0;
  do {
    n = ::pread(log_.get(), block.data(), block.size(), static_cast<off_t>(at_));
  } while (n < 0 && errno == EINTR);
  if (n < 0) {
    return last_os_error("read the log");
  }
  std::string_view bytes{block.data(), static_cast<std::size_t>(n)};
  while (!bytes.empty()) {
    const Stretch stretch = stretch_at(at_);
    const std::string_view part = bytes.substr(0, stretch.end - at_);
    if (shown(stretch.stream)) {
      append(part, stretch.wall_ns, out);
    }
    at_ += part.size();
    bytes.remove_prefix(part.size());
  }
  return n > 0;
}

}  // namespace gpualert::cli
