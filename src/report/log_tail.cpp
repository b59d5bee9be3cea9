#include "report/log_tail.hpp"

#include "base/fd.hpp"
#include "report/display.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace gpualert::report {

namespace {

Result<Fd> open_log(const std::string& path)
{
  Fd fd{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  if (!fd) {
    if (errno == ELOOP) {
      return Error{path + " is a symbolic link; links are not followed", ELOOP};
    }
    return last_os_error("open " + path);
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error("stat " + path);
  }
  if (!S_ISREG(info.st_mode)) {
    return Error{path + " is not a regular file", 0};
  }
  return fd;
}

Result<std::string> read_at(int fd, std::uint64_t from, std::uint64_t to, const std::string& path)
{
  std::string text(to - from, '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t n = ::pread(fd, &text[have], text.size() - have, static_cast<off_t>(from + have));
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return last_os_error("read " + path);
    }
    if (n == 0) {
      break;  // cut short meanwhile
    }
    have += static_cast<std::size_t>(n);
  }
  text.resize(have);
  return text;
}

// Where the last `lines` lines of `text` begin.
std::size_t start_of_last(std::string_view text, std::uint64_t lines)
{
  std::size_t at = text.ends_with('\n') ? text.size() - 1 : text.size();
  for (std::uint64_t n = 0; n < lines; ++n) {
    const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    if (newline == std::string_view::npos) {
      return 0;
    }
    at = newline;
  }
  return at + 1;
}

void split_lines(std::string_view text, std::vector<std::string>& lines)
{
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(display_line(text.substr(0, end)));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace

LogTail read_log_tail(const LogState& log, std::uint64_t bytes, std::uint64_t lines)
{
  LogTail tail;
  if (log.path.empty()) {
    tail.problem = "the log was kept in memory only";
    return tail;
  }
  const Result<Fd> fd = open_log(log.path);
  if (!fd) {
    tail.problem = fd.error().what;
    return tail;
  }
  struct stat info {};
  ::fstat(fd.value().get(), &info);
  // With --log FILE the file may hold other runs, before this one and after it.
  const auto size = static_cast<std::uint64_t>(info.st_size);
  const std::uint64_t end = std::min(size, log.base_offset + log.bytes);
  const std::uint64_t begin = std::min(log.base_offset, end);
  const std::uint64_t from = end - std::min(end - begin, bytes);
  const Result<std::string> text = read_at(fd.value().get(), from, end, log.path);
  if (!text) {
    tail.problem = text.error().what;
    return tail;
  }
  std::string_view shown = text.value();
  // A first line that was cut is dropped, unless it is all there is.
  if (from > begin && shown.find('\n') < shown.size() - 1) {
    shown.remove_prefix(shown.find('\n') + 1);
  }
  shown.remove_prefix(start_of_last(shown, lines));
  tail.bytes_before = end - begin - shown.size();
  split_lines(shown, tail.lines);
  return tail;
}

}  // namespace gpualert::report
