#include "outbox/directory.hpp"
#include "outbox/due.hpp"
#include "outbox/held.hpp"
#include "outbox/held_names.hpp"
#include "outbox/names.hpp"
#include "outbox/server_clock.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>

// How a digest takes the place of its members.
namespace gpualert::outbox {

namespace {

std::map<std::string, std::string> parse_members(std::string_view text)
{
  std::map<std::string, std::string> members;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t tab = line.find('\t');
    if (tab != std::string_view::npos) {
      members.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return members;
}

// One rename, so that a member is there as a whole or not at all. Another report may have come
// under the same name since: `id` tells.
Status remove_member(int group, const std::string& base, const std::string& id, int held)
{
  if (group < 0) {
    return ok();
  }
  const Result<Envelope> member = read_envelope(group, base);
  if (!member) {
    // A damaged one (no errno) is dealt with when the members are listed.
    const int code = member.error().code;
    return code == ENOENT || code == 0 ? ok() : Status(member.error());
  }
  const std::string gone = with(kGone, unique_suffix());
  if (member.value().message_id != id) {
    return ok();
  }
  if (::renameat(group, base.c_str(), held, gone.c_str()) != 0) {
    return errno == ENOENT ? ok() : Status(last_os_error("remove " + base));
  }
  (void)remove_entry(held, gone);  // what stays is removed by the next one who has the turn
  return ok();
}

// A digest that was not committed, of a process that died or only sleeps. One rename first, so that
// its own, should it wake up, finds the whole digest or none.
void withdraw(int held, const std::string& temporary)
{
  const std::string gone = with(kGone, unique_suffix());
  if (::renameat(held, temporary.c_str(), held, gone.c_str()) == 0) {
    (void)remove_entry(held, gone);
  }
}

Error lost_turn()
{
  return Error{"a digest was begun by another deliverer, since this one took too long"};
}

}  // namespace

Result<bool> Held::recover()
{
  const Result<std::vector<std::string>> names = names_in(dir_.get(), path_ + "/" + kHeldDir);
  if (!names) {
    return names.error();
  }
  bool any = false;
  for (const std::string& name : names.value()) {
    if (name.starts_with(kGone)) {
      (void)remove_entry(dir_.get(), name);
    } else if (name.starts_with(kTemporaryPrefix)) {
      withdraw(dir_.get(), name);
    } else if (name.starts_with(kDigest)) {
      if (Status finished = finish(name.substr(kDigest.size())); !finished) {
        return finished.error();
      }
      any = true;
    }
  }
  return any;
}

Status Held::commit(const std::string& group, const std::vector<HeldMessage>& members,
                    const Envelope& digest, std::string_view eml, const Turn& turn)
{
  std::string list;
  for (const HeldMessage& member : members) {
    list += member.base + "\t" + member.envelope.message_id + "\n";
  }
  const std::string temporary = with(kTemporaryPrefix, unique_suffix());
  if (Status written = write_entry(dir_.get(), temporary, digest, eml, {}); !written) {
    return written;
  }
  const Fd entry{::openat(dir_.get(), temporary.c_str(), kOpenDir)};
  Status status = entry ? write_new_file(entry.get(), kMembers, list)
                        : Status(last_os_error("open " + temporary));
  if (status && ::fsync(entry.get()) != 0 && errno != EINVAL) {
    status = last_os_error("fsync " + temporary);
  }
  // Whoever takes the turn withdraws what lies there uncommitted. So if it is ours now, when the
  // digest is complete, and is lost before the rename, there is nothing left to rename.
  if (status && !turn.is_ours()) {
    status = lost_turn();
  }
  if (status &&
      ::renameat(dir_.get(), temporary.c_str(), dir_.get(), with(kDigest, group).c_str()) != 0) {
    status = errno == ENOENT ? lost_turn() : last_os_error("rename " + temporary);
  }
  if (!status) {
    (void)remove_entry(dir_.get(), temporary);  // the first error is the one to tell
    return status;
  }
  ::fsync(dir_.get());
  return ok();
}

Status Held::finish(const std::string& group)
{
  const std::string digest = with(kDigest, group);
  const Result<Envelope> envelope = read_envelope(dir_.get(), digest);
  const Result<std::string> list = read_in_entry(dir_.get(), digest, kMembers, kMessageLimit);
  if (!envelope || !list) {
    return envelope ? list.error() : envelope.error();
  }
  const Fd dir{::openat(dir_.get(), group.c_str(), kOpenDir)};
  for (const auto& [base, id] : parse_members(list.value())) {
    if (Status removed = remove_member(dir.get(), base, id, dir_.get()); !removed) {
      return removed;
    }
  }
  // Its date is when the last digest was written, and in it is who was named.
  if (Status noted = replace_file(dir_.get(), with(kLastDigest, group).c_str(), list.value());
      !noted) {
    return noted;
  }
  if (Result<std::int64_t> dated = stamp(dir_.get(), with(kLastDigest, group).c_str()); !dated) {
    return dated.error();
  }
  if (dir) {
    ::fsync(dir.get());  // else a power cut brings a member back that the digest has named
  }
  ::fsync(dir_.get());
  const Result<Envelope> still = read_envelope(dir_.get(), digest);
  if (!still || still.value().message_id != envelope.value().message_id) {
    return lost_turn();  // it is published, and this may be the next one
  }
  const std::string base = envelope.value().run + "." + envelope.value().channel;
  if (Result<std::string> name = publish(dir_.get(), digest, outbox_.get(), base); !name) {
    return name.error();
  }
  lower_due(outbox_.get(), 0);
  ::unlinkat(dir_.get(), group.c_str(), AT_REMOVEDIR);  // only when nobody came meanwhile
  return ok();
}

Status Held::replace(const std::string& group, const std::vector<HeldMessage>& members,
                     const Envelope& digest, std::string_view eml, const Turn& turn)
{
  if (!turn.is_ours()) {
    return lost_turn();
  }
  if (Status committed = commit(group, members, digest, eml, turn); !committed) {
    return committed;
  }
  return finish(group);
}

}  // namespace gpualert::outbox
