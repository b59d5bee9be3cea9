#include "deliver/journal.hpp"

#include "base/file.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>

namespace gpualert::deliver {

namespace {

constexpr off_t kLargest = 1 << 20;
constexpr std::size_t kLineLimit = 2000;

std::string utc_now()
{
  const std::time_t now = ::time(nullptr);
  std::tm tm{};
  ::gmtime_r(&now, &tm);
  std::array<char, 32> text{};
  const std::size_t n = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &tm);
  return {text.data(), n};
}

}  // namespace

Journal::Journal(const std::string& state_dir)
{
  const std::string path = state_dir + "/deliver.log";
  struct stat info {};
  if (::lstat(path.c_str(), &info) == 0 && info.st_size > kLargest) {
    ::rename(path.c_str(), (path + ".1").c_str());
  }
  // O_NONBLOCK: a FIFO planted here must not hold us.
  fd_.reset(::open(path.c_str(),
                   O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                   0600));
  if (fd_ && (::fstat(fd_.get(), &info) != 0 || !S_ISREG(info.st_mode))) {
    fd_.reset();
  }
}

void Journal::say(std::string_view text)
{
  if (listener_) {
    listener_(text);
  }
  std::string line = to_utf8(cut_utf8(text, kLineLimit));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) {
      c = ' ';
    }
  }
  // One write(2): lines of several deliverers do not mix.
  const std::string whole = fmt::format("{} [{}] {}\n", utc_now(), ::getpid(), line);
  (void)write_all(fd_.get(), whole, "log");  // there is no other place to complain
}

}  // namespace gpualert::deliver
