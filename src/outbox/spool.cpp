#include "outbox/spool.hpp"

#include "outbox/directory.hpp"
#include "outbox/due.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace gpualert::outbox {

namespace {

// Over NFS a rename that was done may answer ENOENT, when its reply was lost and it was asked
// again. The new name is unique, so its existence tells.
bool renamed(int dir, const std::string& from, const std::string& to)
{
  if (::renameat(dir, from.c_str(), dir, to.c_str()) == 0) {
    return true;
  }
  const int error = errno;
  struct stat info {};
  const bool done = error == ENOENT && ::fstatat(dir, to.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  errno = error;
  return done;
}

}  // namespace

Result<Spool> Spool::open(const std::string& dir)
{
  Result<Fd> opened = open_private_dir(dir);
  if (!opened) {
    return opened.error();
  }
  Result<Fd> dead = open_private_dir_at(opened.value().get(), kDeadDir, dir + "/" + kDeadDir);
  if (!dead) {
    return dead.error();
  }
  return Spool(dir, std::move(opened).value(), std::move(dead).value());
}

Result<std::vector<Entry>> Spool::scan() const
{
  const Result<std::vector<std::string>> names = names_in(dir_.get(), path_);
  if (!names) {
    return names.error();
  }
  std::vector<Entry> entries;
  for (const std::string& name : names.value()) {
    if (!is_entry(name)) {
      continue;
    }
    const std::size_t mark = name.find(kLeaseMark);
    Entry entry{name, name.substr(0, mark), std::nullopt};
    if (mark != std::string::npos) {
      entry.lease = parse_lease(std::string_view(name).substr(mark + 1));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<std::optional<Claim>> Spool::claim(const Entry& entry, const Lease& mine, std::int64_t now_s)
{
  if (entry.lease && holds(*entry.lease, mine, now_s)) {
    return std::optional<Claim>{};
  }
  Claim claim{entry.base + kLeaseMark + to_text(mine), entry.base, {}, entry.lease.has_value()};
  if (!renamed(dir_.get(), entry.name, claim.name)) {
    return errno == ENOENT ? Result<std::optional<Claim>>(std::optional<Claim>{})
                           : last_os_error("claim " + entry.name);
  }
  Result<Envelope> envelope = read_envelope(dir_.get(), claim.name);
  if (!envelope) {
    const Status buried = bury(claim);
    return Error{entry.base + ": " + envelope.error().what +
                 (buried ? "; moved to dead/" : "; " + buried.error().what)};
  }
  claim.envelope = std::move(envelope).value();
  return std::optional<Claim>(std::move(claim));
}

Result<std::string> Spool::message(const Claim& claim) const
{
  return read_in_entry(dir_.get(), claim.name, kMessageFile, kMessageLimit);
}

std::vector<Form> Spool::smaller_forms(const Claim& claim) const
{
  std::vector<Form> forms;
  const Fd entry{
      ::openat(dir_.get(), claim.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  const Result<std::vector<std::string>> names =
      entry ? names_in(entry.get(), claim.name) : Result<std::vector<std::string>>(Error{""});
  for (const std::string& name : names ? names.value() : std::vector<std::string>{}) {
    struct stat info {};
    const bool minimal = name == kMinimalFile;
    if ((minimal || name.starts_with(kSmallerPrefix)) &&
        ::fstatat(entry.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0) {
      forms.push_back({name, static_cast<std::uint64_t>(info.st_size), minimal});
    }
  }
  std::ranges::sort(forms, std::ranges::greater{}, &Form::size);
  return forms;
}

Result<std::string> Spool::message(const Claim& claim, const Form& form) const
{
  return read_in_entry(dir_.get(), claim.name, form.file.c_str(), kMessageLimit);
}

Result<Envelope> Spool::peek(const Entry& entry) const
{
  return read_envelope(dir_.get(), entry.name);
}

Status Spool::save(const Claim& claim)
{
  const Fd entry{
      ::openat(dir_.get(), claim.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  return entry ? replace_file(entry.get(), kEnvelopeFile, to_json(claim.envelope))
               : Status(last_os_error("open " + claim.name));
}

Status Spool::release(const Claim& claim)
{
  if (Status saved = save(claim); !saved) {
    return saved;
  }
  const Result<std::string> name = publish(dir_.get(), claim.name, dir_.get(), claim.base);
  return name ? ok() : Status(name.error());
}

Status Spool::finish(const Claim& claim)
{
  const std::string sent = std::string(kSentPrefix) + claim.name;
  if (!renamed(dir_.get(), claim.name, sent)) {
    return last_os_error("finish " + claim.base);
  }
  ::fsync(dir_.get());                   // else a power cut brings a sent message back
  (void)remove_entry(dir_.get(), sent);  // what stays is swept by a later run
  return ok();
}

Status Spool::bury(const Claim& claim)
{
  const Result<std::string> name = publish(dir_.get(), claim.name, dead_.get(), claim.base);
  return name ? ok() : Status(name.error());
}

Status Spool::bury_part(const Claim& claim, const Envelope& part)
{
  const Result<std::string> eml = message(claim);
  if (!eml) {
    return eml.error();
  }
  const std::string temporary = std::string(kTemporaryPrefix) + claim.name;
  (void)remove_entry(dir_.get(), temporary);  // of an earlier call that failed
  if (Status written = write_entry(dir_.get(), temporary, part, eml.value(), {}); !written) {
    return written;
  }
  const Result<std::string> name = publish(dir_.get(), temporary, dead_.get(), claim.base);
  return name ? ok() : Status(name.error());
}

void Spool::sweep(std::int64_t now_s)
{
  constexpr std::int64_t kDay = 86400;
  const Result<std::vector<std::string>> names = names_in(dir_.get(), path_);
  if (!names) {
    return;  // the scan that follows says so
  }
  for (const std::string& name : names.value()) {
    struct stat info {};
    const bool old = name.starts_with(kTemporaryPrefix) &&
                     ::fstatat(dir_.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                     info.st_mtim.tv_sec + kDay < now_s;
    if (old && !S_ISDIR(info.st_mode)) {
      ::unlinkat(dir_.get(), name.c_str(), 0);  // of lower_due
    } else if (old || name.starts_with(kSentPrefix)) {
      (void)remove_entry(dir_.get(), name);  // another deliverer may be at it too
    }
  }
}

void Spool::set_due(std::optional<std::int64_t> at_s)
{
  outbox::set_due(dir_.get(), at_s);
}

}  // namespace gpualert::outbox
