#include "outbox/directory.hpp"

#include "base/file.hpp"

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

namespace gpualert::outbox {

namespace {

constexpr int kOpenDir = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Status check_private(int dir, const std::string& label)
{
  struct stat info {};
  if (::fstat(dir, &info) != 0) {
    return last_os_error("stat " + label);
  }
  if (info.st_uid != ::geteuid()) {
    return Error{label + ": belongs to another user", EPERM};
  }
  if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Error{label + ": others may write in it (chmod 700 it)", EPERM};
  }
  return ok();
}

Status sync(int fd, const std::string& label)
{
  // EINVAL: a file system that cannot sync directories has nothing to lose by it.
  return ::fsync(fd) == 0 || errno == EINVAL ? ok() : Status{last_os_error("fsync " + label)};
}

Status write_and_sync(int dir, const char* name, std::string_view data)
{
  const Fd fd{::openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!fd) {
    return last_os_error(std::string("create ") + name);
  }
  if (Status written = write_all(fd.get(), data, std::string("write ") + name); !written) {
    return written;
  }
  return sync(fd.get(), name);
}

}  // namespace

Result<Fd> open_private_dir_at(int dir, const char* name, const std::string& label)
{
  if (::mkdirat(dir, name, 0700) != 0 && errno != EEXIST) {
    return last_os_error("mkdir " + label);
  }
  Fd fd{::openat(dir, name, kOpenDir)};
  if (!fd) {
    return last_os_error("open " + label);
  }
  if (Status mine = check_private(fd.get(), label); !mine) {
    return mine.error();
  }
  return fd;
}

Result<Fd> open_private_dir(const std::string& path)
{
  if (Status made = make_dirs(path); !made) {
    return made.error();
  }
  return open_private_dir_at(AT_FDCWD, path.c_str(), path);
}

Result<std::vector<std::string>> names_in(int dir, const std::string& label)
{
  Fd copy{::openat(dir, ".", kOpenDir)};  // an offset of its own
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(copy ? ::fdopendir(copy.get()) : nullptr,
                                                   ::closedir);
  if (!stream) {
    return last_os_error("list " + label);
  }
  (void)copy.release();  // closedir closes it
  std::vector<std::string> names;
  errno = 0;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is ours alone
  while (const dirent* entry = ::readdir(stream.get())) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
  }
  if (errno != 0) {
    return last_os_error("list " + label);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Status write_new_file(int dir, const char* name, std::string_view data)
{
  Status status = write_and_sync(dir, name, data);
  if (!status && status.error().code != EEXIST) {
    ::unlinkat(dir, name, 0);
  }
  return status;
}

Status replace_file(int dir, const char* name, std::string_view data)
{
  const std::string temporary = std::string(name) + ".new";
  ::unlinkat(dir, temporary.c_str(), 0);  // left by a crash: the entry is leased, so it is ours
  if (Status written = write_new_file(dir, temporary.c_str(), data); !written) {
    return written;
  }
  if (::renameat(dir, temporary.c_str(), dir, name) != 0) {
    return last_os_error("rename " + temporary);
  }
  return sync(dir, name);
}

Result<std::string> read_file_at(int dir, const char* name, std::size_t limit)
{
  const Fd fd{::openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!fd) {
    return last_os_error(std::string("open ") + name);
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error(std::string("stat ") + name);
  }
  if (!S_ISREG(info.st_mode) || static_cast<std::uint64_t>(info.st_size) > limit) {
    return Error{std::string(name) + ": not a regular file of a sane size", EINVAL};
  }
  std::string text(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t n = ::read(fd.get(), &text[have], text.size() - have);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return n == 0 ? Error{std::string(name) + ": shorter than it was", EIO}
                    : last_os_error(std::string("read ") + name);
    }
    have += static_cast<std::size_t>(n);
  }
  return text;
}

Status remove_entry(int dir, const std::string& name)
{
  const Fd entry{::openat(dir, name.c_str(), kOpenDir)};
  if (!entry) {
    return last_os_error("open " + name);
  }
  const Result<std::vector<std::string>> names = names_in(entry.get(), name);
  if (!names) {
    return names.error();
  }
  for (const std::string& file : names.value()) {
    ::unlinkat(entry.get(), file.c_str(), 0);
  }
  if (::unlinkat(dir, name.c_str(), AT_REMOVEDIR) != 0) {
    return last_os_error("rmdir " + name);
  }
  return ok();
}

Result<std::string> read_in_entry(int dir, const std::string& entry, const char* name,
                                  std::size_t limit)
{
  const Fd fd{::openat(dir, entry.c_str(), kOpenDir)};
  if (!fd) {
    return last_os_error("open " + entry);
  }
  return read_file_at(fd.get(), name, limit);
}

Result<Envelope> read_envelope(int dir, const std::string& entry)
{
  const Result<std::string> text = read_in_entry(dir, entry, kEnvelopeFile, kEnvelopeLimit);
  return text ? parse_envelope(text.value()) : Result<Envelope>(text.error());
}

Status write_entry(int dir, const std::string& temporary, const Envelope& envelope,
                   std::string_view eml, const std::vector<std::string>& smaller)
{
  const Result<Fd> entry = open_private_dir_at(dir, temporary.c_str(), temporary);
  if (!entry) {
    return entry.error();
  }
  const int fd = entry.value().get();
  Status status = write_new_file(fd, kMessageFile, eml);
  for (std::size_t i = 0; status && i < smaller.size(); ++i) {
    const bool last = i + 1 == smaller.size();
    const std::string name = last ? kMinimalFile : fmt::format("{}{}.eml", kSmallerPrefix, i + 1);
    status = write_new_file(fd, name.c_str(), smaller[i]);
  }
  if (status) {
    status = write_new_file(fd, kEnvelopeFile, to_json(envelope));
  }
  if (status) {
    status = sync(fd, temporary);
  }
  if (!status) {
    (void)remove_entry(dir, temporary);  // the first error is the one to tell
  }
  return status;
}

Result<std::string> move_entry(int from_dir, const std::string& from, int to_dir,
                               const std::string& base)
{
  constexpr int kMost = 1000;
  for (int n = 1; n <= kMost; ++n) {
    const std::string name = n == 1 ? base : base + "." + std::to_string(n);
    if (::renameat(from_dir, from.c_str(), to_dir, name.c_str()) == 0) {
      return name;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) {
      return last_os_error(fmt::format("rename {} to {}", from, name));
    }
  }
  return Error{"rename " + from + " to " + base + ": too many of that name", EEXIST};
}

Result<std::string> publish(int from_dir, const std::string& from, int to_dir,
                            const std::string& base)
{
  Result<std::string> name = move_entry(from_dir, from, to_dir, base);
  if (name) {
    if (Status synced = sync(to_dir, name.value()); !synced) {
      return synced.error();
    }
  }
  return name;
}

}  // namespace gpualert::outbox
