#include "job/job_mark.hpp"

#include "base/file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <thread>
#include <utility>

namespace gpualert::jobs {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = 64U << 10U;

// One report of an end may come hours after another: of a mail that waited, of clocks that differ.
constexpr std::int64_t kSameEndNs = 3'600'000'000'000;

Status lock(int fd, const std::string& path, std::chrono::milliseconds patience)
{
  constexpr std::chrono::milliseconds kPause{20};
  const auto until = std::chrono::steady_clock::now() + patience;
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() >= until) {
      return last_os_error("lock " + path);
    }
    std::this_thread::sleep_for(kPause);
  }
  return ok();
}

// Once a day, whoever comes by.
void remove_old(const std::string& dir)
{
  constexpr std::time_t kDay = 86400;
  constexpr std::time_t kKeep = 30 * kDay;
  const std::time_t now = ::time(nullptr);
  const std::string stamp = dir + "/.pruned";
  struct stat info {};
  if (::lstat(stamp.c_str(), &info) == 0 && info.st_mtim.tv_sec + kDay > now) {
    return;
  }
  if (!write_file_atomic(stamp, "", Sync::no)) {
    return;
  }
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(dir, ignored)) {
    const std::string path = entry.path().string();
    if (::lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_mtim.tv_sec + kKeep < now) {
      ::unlink(path.c_str());
    }
  }
}

std::string content(int fd)
{
  std::string text(kLargest, '\0');
  const ssize_t n = ::pread(fd, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return text;
}

}  // namespace

Result<JobMark> JobMark::take(const std::string& state_dir, const std::string& run_id,
                              std::chrono::milliseconds patience)
{
  const std::string dir = state_dir + "/jobs";
  if (Status made = make_dirs(dir); !made) {
    return made.error();
  }
  remove_old(dir);
  std::string path = dir + "/" + run_id;
  Fd file{::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                 0600)};
  struct stat info {};
  if (!file || ::fstat(file.get(), &info) != 0) {
    return last_os_error("open " + path);
  }
  if (!S_ISREG(info.st_mode)) {
    return Error{path + " is not a regular file"};
  }
  if (Status locked = lock(file.get(), path, patience); !locked) {
    return locked.error();
  }
  JobMark mark{std::move(path), std::move(file)};
  // Lines "ENDED_NS ADDRESS".
  const std::string text = content(mark.file_.get());
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    Told told{};
    const auto [blank, error] =
        std::from_chars(line.data(), line.data() + line.size(), told.ended_ns);
    if (error == std::errc{} && blank != line.data() + line.size() && *blank == ' ') {
      told.address = line.substr(static_cast<std::size_t>(blank - line.data()) + 1);
      mark.told_.push_back(std::move(told));
    }
  }
  return mark;
}

std::vector<std::string> JobMark::untold(const std::vector<std::string>& to,
                                         std::int64_t ended_ns) const
{
  std::vector<std::string> left;
  std::copy_if(to.begin(), to.end(), std::back_inserter(left), [&](const std::string& address) {
    return std::none_of(told_.begin(), told_.end(), [&](const Told& told) {
      const std::int64_t apart =
          std::max(told.ended_ns, ended_ns) - std::min(told.ended_ns, ended_ns);
      return apart <= kSameEndNs && is_same_address(told.address, address);
    });
  });
  return left;
}

Status JobMark::tell(const std::vector<std::string>& to, std::int64_t ended_ns)
{
  std::string text;
  for (const std::string& address : to) {
    if (address.find('\n') == std::string::npos) {
      text.append(std::to_string(ended_ns)).append(" ").append(address).append("\n");
      told_.push_back({ended_ns, address});
    }
  }
  return write_all(file_.get(), text, "write " + path_);
}

bool is_same_address(std::string_view one, std::string_view other)
{
  const auto is_name_of = [](std::string_view name, std::string_view address) {
    return name.find('@') == std::string_view::npos && address.starts_with(name) &&
           address.substr(name.size()).starts_with('@');
  };
  return one == other || is_name_of(one, other) || is_name_of(other, one);
}

}  // namespace gpualert::jobs
