#include "mailprog/call_spool.hpp"

#include "outbox/directory.hpp"
#include "outbox/due.hpp"
#include "outbox/lease.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>

namespace gpualert::mailprog {

namespace {

constexpr const char* kDir = "/calls";
constexpr const char* kLockFile = ".lock";
constexpr std::size_t kLargestCall = 64U << 20;

bool is_number(std::string_view text)
{
  return !text.empty() && text.size() <= 20 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "TIME.PID[.tARRAY][~LEASE]".
std::optional<Spooled> parse_name(const std::string& name)
{
  Spooled entry;
  entry.name = name;
  entry.base = name.substr(0, name.find(outbox::kLeaseMark));
  const auto [end, error] =
      std::from_chars(entry.base.data(), entry.base.data() + entry.base.size(), entry.received_ns);
  if (error != std::errc{} || end == entry.base.data() + entry.base.size() || *end != '.') {
    return std::nullopt;
  }
  if (const std::size_t tag = entry.base.find(".t"); tag != std::string::npos) {
    entry.array = entry.base.substr(tag + 2);
  }
  return entry;
}

}  // namespace

Result<CallSpool> CallSpool::open(const std::string& state_dir)
{
  Result<Fd> state = outbox::open_private_dir(state_dir);
  if (!state) {
    return state.error();
  }
  const std::string path = state_dir + kDir;
  Result<Fd> dir = outbox::open_private_dir_at(state->get(), kDir + 1, path);
  if (!dir) {
    return dir.error();
  }
  return CallSpool{path, std::move(dir).value()};
}

Status CallSpool::accept(const Call& call, const std::string& array)
{
  const std::string base = fmt::format("{:020}.{}{}", call.received_ns, ::getpid(),
                                       is_number(array) ? ".t" + array : "");
  const std::string temporary = fmt::format("{}{}", outbox::kTemporaryPrefix, base);
  if (Status written = outbox::write_new_file(dir_.get(), temporary.c_str(), encode(call));
      !written) {
    return written;
  }
  if (::renameat(dir_.get(), temporary.c_str(), dir_.get(), base.c_str()) != 0) {
    return last_os_error("rename " + path_ + "/" + temporary);
  }
  ::fsync(dir_.get());  // it is there: what a power cut could undo is no reason to mail it twice
  return ok();
}

Result<std::vector<Spooled>> CallSpool::waiting() const
{
  const Result<std::vector<std::string>> names = outbox::names_in(dir_.get(), path_);
  if (!names) {
    return names.error();
  }
  const std::int64_t now = ::time(nullptr);
  const outbox::Lease me = outbox::own_lease(now);
  std::vector<Spooled> entries;
  entries.reserve(names->size());
  for (const std::string& name : *names) {
    std::optional<Spooled> entry = parse_name(name);
    const std::size_t mark = name.find(outbox::kLeaseMark);
    if (entry && mark != std::string::npos) {
      const auto lease = outbox::parse_lease(std::string_view(name).substr(mark + 1));
      entry->taken_over = true;
      if (lease && outbox::holds(*lease, me, now)) {
        continue;
      }
    }
    if (entry) {
      entries.push_back(std::move(*entry));
    }
  }
  return entries;
}

Result<Fd> CallSpool::lock() const
{
  Fd file{::openat(dir_.get(), kLockFile, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!file || ::flock(file.get(), LOCK_EX) != 0) {
    return last_os_error("lock " + path_);
  }
  return file;
}

bool CallSpool::claim(Spooled& entry, std::int64_t until_s)
{
  const std::string name =
      entry.base + outbox::kLeaseMark + outbox::to_text(outbox::own_lease(until_s));
  if (::renameat(dir_.get(), entry.name.c_str(), dir_.get(), name.c_str()) != 0) {
    return false;
  }
  entry.name = name;
  return true;
}

Result<Call> CallSpool::read(const Spooled& entry) const
{
  const Result<std::string> bytes =
      outbox::read_file_at(dir_.get(), entry.name.c_str(), kLargestCall);
  return bytes ? decode(*bytes) : bytes.error();
}

Status CallSpool::remove(const Spooled& entry)
{
  return ::unlinkat(dir_.get(), entry.name.c_str(), 0) == 0 || errno == ENOENT
             ? ok()
             : Status{last_os_error("remove " + path_ + "/" + entry.name)};
}

void CallSpool::set_aside(const Spooled& entry)
{
  (void)::renameat(dir_.get(), entry.name.c_str(), dir_.get(), ("bad." + entry.base).c_str());
}

void CallSpool::sweep(std::int64_t now_s)
{
  constexpr std::int64_t kDay = 86400;
  const Result<std::vector<std::string>> names = outbox::names_in(dir_.get(), path_);
  for (const std::string& name : names ? *names : std::vector<std::string>{}) {
    struct stat info {};
    if (name.starts_with(outbox::kTemporaryPrefix) &&
        ::fstatat(dir_.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
        info.st_mtim.tv_sec + kDay < now_s) {
      ::unlinkat(dir_.get(), name.c_str(), 0);
    }
  }
}

}  // namespace gpualert::mailprog
