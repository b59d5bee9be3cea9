#include <gpualert/outbox.hpp>

#include "outbox/directory.hpp"
#include "outbox/due.hpp"
#include "outbox/lease.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>

namespace gpualert {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
constexpr std::size_t kRunLimit = 110;  // with a lease behind, below a name's 255 bytes
constexpr std::size_t kChannelLimit = 40;

// Names come from the user's configuration: no '/', no leading dot, no lease mark.
std::string file_name(std::string_view text, std::size_t limit)
{
  std::string name;
  for (const char c : text.substr(0, limit)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '+' || c == '.';
    name += plain && !(name.empty() && c == '.') ? c : '_';
  }
  return name.empty() ? "_" : name;
}

// Unique on this machine by pid and counter, between machines by the time in it.
std::string temporary_name()
{
  static std::atomic<int> count{0};
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return fmt::format("{}{}.{}.{}.{}", outbox::kTemporaryPrefix, now.tv_sec, now.tv_nsec, ::getpid(),
                     count.fetch_add(1));
}

}  // namespace

Result<PreparedEntry> Outbox::prepare(const Envelope& envelope, std::string_view eml,
                                      const std::vector<std::string>& smaller)
{
  using namespace outbox;
  const Result<Fd> dir = open_private_dir(dir_);
  if (!dir) {
    return dir.error();
  }
  PreparedEntry entry{
      dir_, temporary_name(),
      file_name(envelope.run, kRunLimit) + "." + file_name(envelope.channel, kChannelLimit)};
  if (Status written = write_entry(dir.value().get(), entry.temporary, envelope, eml, smaller);
      !written) {
    return Error{"outbox " + dir_ + ": " + written.error().what, written.error().code};
  }
  return entry;
}

Status Outbox::publish(const PreparedEntry& entry)
{
  using namespace outbox;
  const Result<Fd> dir = open_private_dir(entry.outbox);
  if (!dir) {
    return dir.error();
  }
  const int fd = dir.value().get();
  struct stat info {};
  if (::fstatat(fd, entry.temporary.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT) {
    return ok();
  }
  const Result<Envelope> envelope = read_envelope(fd, entry.temporary);
  const std::int64_t due_at = envelope ? envelope.value().next_try_ns / kNsPerSecond : 0;
  if (const Result<std::string> name = outbox::publish(fd, entry.temporary, fd, entry.base);
      !name) {
    (void)remove_entry(fd, entry.temporary);  // the first error is the one to tell
    return Error{"outbox " + entry.outbox + ": " + name.error().what, name.error().code};
  }
  lower_due(fd, due_at);
  return ok();
}

Status Outbox::enqueue(const Envelope& envelope, std::string_view eml,
                       const std::vector<std::string>& smaller)
{
  const Result<PreparedEntry> entry = prepare(envelope, eml, smaller);
  return entry ? publish(entry.value()) : Status(entry.error());
}

bool Outbox::due() const
{
  struct stat info {};
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return ::lstat((dir_ + "/" + outbox::kDueFile).c_str(), &info) == 0 &&
         outbox::is_due(info.st_mtim.tv_sec, now.tv_sec);
}

Result<std::vector<std::string>> Outbox::list() const
{
  using namespace outbox;
  const Fd dir{::open(dir_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!dir) {
    return errno == ENOENT ? Result<std::vector<std::string>>(std::vector<std::string>{})
                           : last_os_error("open " + dir_);
  }
  Result<std::vector<std::string>> names = names_in(dir.get(), dir_);
  if (!names) {
    return names.error();
  }
  std::vector<std::string> waiting;
  for (std::string& name : names.value()) {
    if (is_entry(name) && name.find(kLeaseMark) == std::string::npos) {
      waiting.push_back(std::move(name));
    }
  }
  return waiting;
}

}  // namespace gpualert
