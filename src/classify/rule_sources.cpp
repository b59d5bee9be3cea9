// Reads the files of a user's rules. Nothing here may wait for anything but the disk, nor read more
// than it was promised: a folder of rules may hold a FIFO or a disk image by mistake.
#include <gpualert/rule_set.hpp>

#include "base/fd.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxEntries = 4096;  // of a folder, looked at

const char* kind_of(mode_t mode)
{
  return S_ISDIR(mode)                    ? "a directory"
         : S_ISFIFO(mode)                 ? "a FIFO"
         : S_ISSOCK(mode)                 ? "a socket"
         : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                          : "no regular file";
}

Result<std::string> read_regular(const Fd& fd, const struct stat& info)
{
  if (!S_ISREG(info.st_mode)) {
    return Error{"is " + std::string(kind_of(info.st_mode)) + ", not a file"};
  }
  const Error too_large{"is larger than 1 MiB", EFBIG};
  if (info.st_size > static_cast<off_t>(kMaxRuleFileBytes)) {
    return too_large;
  }
  std::string text;
  std::array<char, 16384> buffer;
  while (text.size() <= kMaxRuleFileBytes) {  // below /proc files say that they are empty
    const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
    if (n < 0 && errno != EINTR) {
      return last_os_error("cannot be read");
    }
    if (n == 0) {
      return text;
    }
    text.append(buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  return too_large;
}

// O_NONBLOCK: the open of a FIFO returns.
Fd open_to_read(const std::string& path)
{
  return Fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
}

Result<std::vector<std::string>> names_in(Fd dir)
{
  DIR* const stream = ::fdopendir(dir.get());
  if (stream == nullptr) {
    return last_os_error("cannot be read");
  }
  (void)dir.release();  // the stream has it now
  std::vector<std::string> names;
  std::size_t seen = 0;
  while (const dirent* entry = ::readdir(stream)) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    // A name that begins with a dot is an editor's: ".#10-a.json".
    if (name.ends_with(".json") && !name.starts_with('.')) {
      names.emplace_back(name);
    }
    if (++seen > kMaxEntries) {
      ::closedir(stream);
      return Error{"holds more than " + std::to_string(kMaxEntries) + " entries"};
    }
  }
  ::closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

class Collector {
public:
  void add_path(const std::string& path, bool wanted)
  {
    Fd fd = open_to_read(path);
    struct stat info {};
    if (!fd) {
      const Error why = last_os_error("cannot be opened");
      // Nobody can tell that there is something behind a folder that may not be entered.
      const bool there = why.code != ENOENT && why.code != ENOTDIR &&
                         (why.code != EACCES || ::stat(path.c_str(), &info) == 0);
      if (wanted || there) {
        files_.push_back({path, why});
      }
      return;
    }
    if (::fstat(fd.get(), &info) == 0 && S_ISDIR(info.st_mode)) {
      add_folder(path, std::move(fd));
      return;
    }
    add_file(path, fd);
  }

  std::vector<RuleFile> result() && { return std::move(files_); }

private:
  void add_folder(const std::string& path, Fd dir)
  {
    const Result<std::vector<std::string>> names = names_in(std::move(dir));
    if (!names) {
      files_.push_back({path, names.error()});
      return;
    }
    const std::string folder = path.ends_with('/') ? path : path + "/";
    for (const std::string& name : names.value()) {
      const std::string file = std::string(folder).append(name);
      if (full(file)) {
        return;
      }
      const Fd fd = open_to_read(file);
      if (fd) {
        add_file(file, fd);
      } else {
        files_.push_back({file, last_os_error("cannot be opened")});
      }
    }
  }

  bool full(const std::string& file)
  {
    if (files_.size() == kMaxRuleFiles) {
      files_.push_back({file, Error{"is one too many: " + std::to_string(kMaxRuleFiles) +
                                    " rule files are read; join some"}});
    }
    return files_.size() > kMaxRuleFiles;
  }

  void add_file(const std::string& path, const Fd& fd)
  {
    struct stat info {};
    if (full(path) || ::fstat(fd.get(), &info) != 0) {
      return;
    }
    const auto id = std::pair{info.st_dev, info.st_ino};
    if (std::find(seen_.begin(), seen_.end(), id) == seen_.end()) {
      seen_.push_back(id);  // a file that is named twice is read once
      files_.push_back({path, read_regular(fd, info)});
    }
  }

  std::vector<RuleFile> files_;
  std::vector<std::pair<dev_t, ino_t>> seen_;
};

}  // namespace

std::vector<RuleFile> read_rule_files(const RulePaths& paths)
{
  Collector collector;
  for (const std::string& path : paths.given) {
    collector.add_path(path, true);
  }
  if (!paths.user_dir.empty()) {
    collector.add_path(paths.user_dir, false);
  }
  return std::move(collector).result();
}

}  // namespace gpualert
