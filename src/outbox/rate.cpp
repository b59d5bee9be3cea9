#include "outbox/rate.hpp"

#include "outbox/directory.hpp"
#include "outbox/names.hpp"
#include "outbox/server_clock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace gpualert::outbox {

namespace {

std::string message_of(const std::string& name)
{
  return name.substr(0, name.find('.'));
}

// A date far in the future comes from a clock that was wrong, and must not count for ever.
bool is_young(std::int64_t stamped, std::int64_t now)
{
  return std::llabs(now - stamped) < kHour * kNsPerSecond;
}

using Dates = std::map<std::string, std::int64_t>;

// When each message was first counted, with the rest of that file's name: a server's clock moves
// once a tick, and the rest tells the files of one tick apart.
using Messages = std::map<std::string, std::pair<std::int64_t, std::string>>;

// The messages of the last hour, each with its first date, but for the file `own`; files of earlier
// ones are removed.
Result<Messages> recent(int dir, Dates& dates, const std::string& own, std::int64_t now)
{
  const Result<std::vector<std::string>> names = names_in(dir, kRateDir);
  if (!names) {
    return names.error();
  }
  Dates known;
  Messages messages;
  for (const std::string& name : names.value()) {
    const auto found = dates.find(name);
    const std::int64_t date = found == dates.end() ? stamped_ns(dir, name.c_str()) : found->second;
    if (date == 0 || name == own) {
      continue;  // withdrawn since the listing
    }
    if (!is_young(date, now)) {
      ::unlinkat(dir, name.c_str(), 0);
      continue;
    }
    known.emplace(name, date);
    const std::pair counted{date, name.substr(name.find('.') + 1)};
    const auto first = messages.emplace(message_of(name), counted).first;
    first->second = std::min(first->second, counted);
  }
  dates = std::move(known);
  return messages;
}

// Whether a message was let pass: it was made with fewer than `most` before it. One whose process
// died before it had counted may not have been.
bool is_paid(const Messages& messages, const std::string& message, int most)
{
  const auto own = messages.find(message);
  return own != messages.end() && std::ranges::count_if(messages, [&](const auto& other) {
                                    return other.second < own->second;
                                  }) < most;
}

}  // namespace

// True: it may go. `place` is the file that this needed, and counts until it is taken back.
Result<bool> RateLimit::take(Group& group, const std::string& message, int most, std::string& place)
{
  constexpr std::chrono::seconds kNoLook{5};
  const auto ours = [&](const auto& date) { return message_of(date.first) == message; };
  if (std::chrono::steady_clock::now() < group.full_until &&
      std::ranges::none_of(group.dates, ours)) {
    return false;
  }
  const int dir = group.dir.get();
  const std::string name = message + "." + unique_suffix();
  const Result<std::int64_t> now = stamp(dir, name.c_str());
  if (!now) {
    return now.error();
  }
  const Result<Messages> others = recent(dir, group.dates, name, now.value());
  const bool paid = others && is_paid(others.value(), message, most);
  const bool room = others && others.value().size() < static_cast<std::size_t>(most);
  if (!paid && room) {
    group.dates.emplace(name, now.value());
    place = name;
    return true;
  }
  ::unlinkat(dir, name.c_str(), 0);
  if (!room) {
    group.full_until = std::chrono::steady_clock::now() + kNoLook;
  }
  return others ? Result<bool>(paid) : others.error();
}

Result<RateLimit> RateLimit::open(const std::string& outbox)
{
  Result<Fd> dir = open_private_dir(outbox + "/" + kRateDir);
  return dir ? Result<RateLimit>(RateLimit(std::move(dir).value())) : dir.error();
}

Result<RateLimit::Group*> RateLimit::open_group(const std::string& name)
{
  const auto found = groups_.find(name);
  if (found != groups_.end()) {
    return &found->second;
  }
  Result<Fd> dir = open_private_dir_at(dir_.get(), name.c_str(), name);
  if (!dir) {
    return dir.error();
  }
  constexpr std::size_t kMostOpen = 100;
  if (groups_.size() >= kMostOpen) {
    groups_.clear();
  }
  Group& group = groups_[name];
  group.dir = std::move(dir).value();
  return &group;
}

Result<bool> RateLimit::admit(const Envelope& envelope, int most)
{
  const std::string message = short_hash(envelope.message_id);
  std::vector<std::pair<std::string, std::string>> places;
  Result<bool> admitted = true;
  for (const std::string& recipient : envelope.to) {
    const std::string name = group_of(envelope.channel, {recipient});
    const Result<Group*> group = open_group(name);
    std::string place;
    admitted = group ? take(*group.value(), message, most, place) : Result<bool>(group.error());
    if (!admitted || !admitted.value()) {
      break;
    }
    if (!place.empty()) {
      places.emplace_back(name, std::move(place));
    }
  }
  if (!admitted || !admitted.value()) {
    for (const auto& [name, place] : places) {
      if (const Result<Group*> group = open_group(name); group) {
        ::unlinkat(group.value()->dir.get(), place.c_str(), 0);
        group.value()->dates.erase(place);
      }
    }
  }
  return admitted;
}

void RateLimit::sweep()
{
  const Result<std::int64_t> now = stamp(dir_.get(), ".clock");
  const Result<std::vector<std::string>> groups = names_in(dir_.get(), kRateDir);
  if (!now || !groups) {
    return;
  }
  for (const std::string& group : groups.value()) {
    if (group.front() == '.') {
      continue;
    }
    if (const Result<Fd> dir = open_private_dir_at(dir_.get(), group.c_str(), group); dir) {
      Dates none;
      (void)recent(dir.value().get(), none, {}, now.value());
    }
    ::unlinkat(dir_.get(), group.c_str(), AT_REMOVEDIR);  // only when it is empty
  }
}

}  // namespace gpualert::outbox
