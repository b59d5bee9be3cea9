#include "outbox/held.hpp"

#include "outbox/directory.hpp"
#include "outbox/due.hpp"
#include "outbox/held_names.hpp"
#include "outbox/names.hpp"
#include "outbox/server_clock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace gpualert::outbox {

namespace {

bool is_group(std::string_view name)
{
  return !name.empty() && name.front() != '.';
}

// held/ appears with the turn in it.
Status make_held(int outbox)
{
  struct stat info {};
  if (::fstatat(outbox, kHeldDir, &info, AT_SYMLINK_NOFOLLOW) == 0) {
    return ok();
  }
  const std::string temporary = with(kTemporaryPrefix, "held." + unique_suffix());
  const Result<Fd> dir = open_private_dir_at(outbox, temporary.c_str(), temporary);
  if (!dir) {
    return dir.error();
  }
  if (Status made = write_new_file(dir.value().get(), kTurnFile, {}); !made) {
    return made;
  }
  if (::renameat(outbox, temporary.c_str(), outbox, kHeldDir) != 0) {
    const Error error = last_os_error("make held");
    (void)remove_entry(outbox, temporary);
    return error.code == EEXIST || error.code == ENOTEMPTY ? ok() : Status(error);
  }
  return ok();
}

}  // namespace

Result<Held> Held::open(const std::string& outbox)
{
  Result<Fd> dir = open_private_dir(outbox);
  if (!dir) {
    return dir.error();
  }
  if (Status made = make_held(dir.value().get()); !made) {
    return made.error();
  }
  Result<Fd> held = open_private_dir_at(dir.value().get(), kHeldDir, outbox + "/" + kHeldDir);
  if (!held) {
    return held.error();
  }
  return Held(outbox, std::move(dir).value(), std::move(held).value());
}

Result<std::optional<Held>> Held::open_existing(const std::string& outbox)
{
  struct stat info {};
  if (::lstat((outbox + "/" + kHeldDir).c_str(), &info) != 0 && errno == ENOENT) {
    return std::optional<Held>{};
  }
  Result<Held> held = open(outbox);
  return held ? Result<std::optional<Held>>(std::move(held).value()) : held.error();
}

Result<bool> Held::add(const Claim& claim)
{
  const std::string group = group_of(claim.envelope.channel, claim.envelope.to);
  constexpr int kMost = 10;
  for (int n = 0;; ++n) {
    const Result<Fd> dir = open_private_dir_at(dir_.get(), group.c_str(), group);
    if (!dir) {
      return dir.error();
    }
    const Result<bool> first = stamp_new(dir.value().get(), kSince);
    const Result<std::string> name =
        first ? move_entry(outbox_.get(), claim.name, dir.value().get(), claim.base)
              : Result<std::string>(first.error());
    if (name) {
      return first.value();
    }
    // The group's directory may go, when a digest was written, between any two steps.
    if (name.error().code != ENOENT || n == kMost) {
      return name.error();
    }
  }
}

Result<std::vector<HeldGroup>> Held::groups() const
{
  const Result<std::vector<std::string>> names = names_in(dir_.get(), path_ + "/" + kHeldDir);
  if (!names) {
    return names.error();
  }
  std::vector<HeldGroup> groups;
  std::optional<std::int64_t> now;
  for (const std::string& name : names.value()) {
    if (name.starts_with(kDigest)) {
      groups.push_back({name.substr(kDigest.size()), {}, {}});
    }
    if (!is_group(name)) {
      continue;
    }
    if (!now) {
      const Result<std::int64_t> stamped = stamp(dir_.get(), ".clock");
      if (!stamped) {
        return stamped.error();
      }
      now = stamped.value();
    }
    // A date far in the future comes from a clock that was wrong, and must not hold for ever.
    const auto age = [&](std::int64_t stamped) {
      return std::chrono::seconds(std::llabs(*now - stamped) / kNsPerSecond);
    };
    const auto since = age(stamped_ns(dir_.get(), (name + "/" + kSince).c_str()));
    const auto last = age(stamped_ns(dir_.get(), with(kLastDigest, name).c_str()));
    const std::chrono::seconds none{0};
    groups.push_back(
        {name, std::max(none, kGather - since), std::max(none, kBetweenDigests - last)});
  }
  return groups;
}

Result<std::optional<Turn>> Held::take_turn(const Lease& mine, std::int64_t now_s) const
{
  return Turn::take(dir_.get(), mine, now_s);
}

Result<std::vector<HeldMessage>> Held::members(const std::string& group,
                                               std::vector<std::string>& problems)
{
  const Result<Fd> dir = open_private_dir_at(dir_.get(), group.c_str(), group);
  if (!dir) {
    return dir.error();
  }
  // First, so that who comes from now on begins to wait for the next digest.
  ::unlinkat(dir.value().get(), kSince, 0);
  const Result<std::vector<std::string>> names = names_in(dir.value().get(), group);
  if (!names) {
    return names.error();
  }
  std::vector<HeldMessage> members;
  members.reserve(names.value().size());
  for (const std::string& name : names.value()) {
    if (!is_entry(name)) {
      continue;
    }
    Result<Envelope> envelope = read_envelope(dir.value().get(), name);
    if (envelope) {
      members.push_back({name, std::move(envelope).value()});
    } else if (envelope.error().code != ENOENT) {
      const Fd dead{::openat(outbox_.get(), kDeadDir, kOpenDir)};
      const Result<std::string> buried = publish(dir.value().get(), name, dead.get(), name);
      problems.push_back(name + ": " + envelope.error().what +
                         (buried ? "; moved to dead/" : "; " + buried.error().what));
    }
  }
  ::unlinkat(dir_.get(), group.c_str(), AT_REMOVEDIR);  // only when nothing is in it
  return members;
}

}  // namespace gpualert::outbox
