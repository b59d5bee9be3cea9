#include "outbox/directory.hpp"
#include "outbox/due.hpp"
#include "outbox/held.hpp"
#include "outbox/lease.hpp"
#include "outbox/server_clock.hpp"

#include <gpualert/outbox.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <optional>
#include <sstream>

// The outbox as `gpualert outbox` shows it: nothing here waits for a deliverer or makes a
// directory.
namespace gpualert {

namespace {

using namespace outbox;

// Where an entry lies now: a deliverer that has it in hand renamed it.
struct Place {
  std::string directory;  // relative to the outbox
  std::string name;       // as OutboxEntry has it
  std::string state{};    // "dead", "held"; "" where the envelope and the lease tell
  std::optional<Lease> lease{};
};

Result<Fd> open_outbox(const std::string& dir)
{
  Fd fd{::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!fd) {
    return last_os_error("open " + dir);
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0 || info.st_uid != ::geteuid()) {
    return Error{dir + ": belongs to another user", EPERM};
  }
  return fd;
}

Place place_of(const std::string& directory)
{
  const std::size_t mark = directory.find(kLeaseMark);
  Place place{directory, directory.substr(0, mark)};
  if (mark != std::string::npos) {
    place.lease = parse_lease(std::string_view(directory).substr(mark + 1));
  }
  return place;
}

// Those in a directory of the outbox, which need not be there. Hidden names are not entries.
Status add_places(int dir, const std::string& below, const std::string& state,
                  std::vector<Place>& places)
{
  const Fd fd{::openat(dir, below.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  const Result<std::vector<std::string>> names =
      fd ? names_in(fd.get(), below) : std::vector<std::string>{};
  if (!names) {
    return names.error();
  }
  for (const std::string& name : names.value()) {
    if (name.front() != '.') {
      const std::string directory = std::string(below).append("/").append(name);
      places.push_back({directory, directory, state});
    }
  }
  return ok();
}

Status add_held_places(int dir, std::vector<Place>& places)
{
  std::vector<Place> groups;
  Status status = add_places(dir, kHeldDir, "", groups);
  for (const Place& group : groups) {
    status = status ? add_places(dir, group.directory, "held", places) : status;
  }
  return status;
}

Result<std::vector<Place>> places_in(int dir, const std::string& label)
{
  const Result<std::vector<std::string>> names = names_in(dir, label);
  if (!names) {
    return names.error();
  }
  std::vector<Place> places;
  for (const std::string& name : names.value()) {
    if (is_entry(name)) {
      places.push_back(place_of(name));
    }
  }
  Status status = add_held_places(dir, places);
  status = status ? add_places(dir, kDeadDir, "dead", places) : status;
  return status ? Result<std::vector<Place>>(std::move(places)) : status.error();
}

bool in_hand(const Place& place)
{
  const std::int64_t now = ::time(nullptr);
  return place.lease && holds(*place.lease, own_lease(now), now);
}

OutboxEntry read_entry(int dir, const Place& place)
{
  OutboxEntry entry{place.name, {}, {}};
  if (Result<Envelope> envelope = read_envelope(dir, place.directory)) {
    entry.envelope = std::move(envelope).value();
  } else {
    entry.damage = envelope.error().what;
  }
  if (!place.state.empty()) {
    entry.envelope.state = place.state;
  } else if (in_hand(place)) {
    entry.envelope.state = "sending";
  } else if (entry.envelope.state == "sending") {
    entry.envelope.state = "queued";  // its deliverer died; the next one takes it at once
  }
  return entry;
}

Fd open_held(const std::string& outbox)
{
  return Fd{::open((outbox + "/" + kHeldDir).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
}

// The files that say of each group when its last digest was, and whom it named.
std::vector<std::string> last_digests(const Fd& held)
{
  Result<std::vector<std::string>> names =
      held ? names_in(held.get(), kHeldDir) : std::vector<std::string>{};
  if (!names) {
    return {};
  }
  std::erase_if(names.value(),
                [](const std::string& name) { return !name.starts_with(kLastDigest); });
  return std::move(names).value();
}

Result<Place> find(int dir, const std::string& label, const std::string& name)
{
  const Result<std::vector<Place>> places = places_in(dir, label);
  if (!places) {
    return places.error();
  }
  const auto found =
      std::ranges::find_if(places.value(), [&](const Place& place) { return place.name == name; });
  if (found == places.value().end()) {
    return Error{"outbox " + label + " has no entry " + name, ENOENT};
  }
  return *found;
}

}  // namespace

Result<std::vector<OutboxEntry>> Outbox::entries() const
{
  const Result<Fd> dir = open_outbox(dir_);
  if (!dir) {
    return dir.error().code == ENOENT ? Result<std::vector<OutboxEntry>>(std::vector<OutboxEntry>{})
                                      : dir.error();
  }
  const Result<std::vector<Place>> places = places_in(dir.value().get(), dir_);
  if (!places) {
    return places.error();
  }
  std::vector<OutboxEntry> entries;
  for (const Place& place : places.value()) {
    entries.push_back(read_entry(dir.value().get(), place));
  }
  const auto order = [](const OutboxEntry& entry) {
    return std::pair(entry.envelope.state == "dead", entry.envelope.queued_ns);
  };
  std::ranges::stable_sort(entries, {}, order);
  return entries;
}

std::int64_t Outbox::last_digest_ns() const
{
  const Fd held = open_held(dir_);
  std::int64_t last = 0;
  for (const std::string& name : last_digests(held)) {
    last = std::max(last, stamped_ns(held.get(), name.c_str()));
  }
  return last;
}

std::vector<std::string> Outbox::named_in_digests(std::int64_t after_ns) const
{
  const Fd held = open_held(dir_);
  std::vector<std::string> named;
  for (const std::string& name : last_digests(held)) {
    if (stamped_ns(held.get(), name.c_str()) <= after_ns) {
      continue;
    }
    const Result<std::string> list = read_file_at(held.get(), name.c_str(), kMessageLimit);
    std::istringstream lines(list ? list.value() : std::string());
    for (std::string line; std::getline(lines, line);) {
      named.push_back(line.substr(0, line.find('\t')));
    }
  }
  return named;
}

Result<std::string> Outbox::message(const std::string& name) const
{
  const Result<Fd> dir = open_outbox(dir_);
  if (!dir) {
    return dir.error();
  }
  const Result<Place> place = find(dir.value().get(), dir_, name);
  return place ? read_in_entry(dir.value().get(), place.value().directory, kMessageFile,
                               kMessageLimit)
               : Result<std::string>(place.error());
}

Status Outbox::drop(const std::string& name)
{
  const Result<Fd> dir = open_outbox(dir_);
  if (!dir) {
    return dir.error();
  }
  const int fd = dir.value().get();
  const Result<Place> place = find(fd, dir_, name);
  if (!place) {
    return place.error();
  }
  if (in_hand(place.value())) {
    return Error{name + " is being sent just now", EBUSY};
  }
  // One rename, so that no deliverer finds half of it; a name of our own, or it could meet one of a
  // deliverer that removes a sent entry.
  std::string gone =
      std::string(kSentPrefix) + "dropped." + std::to_string(::getpid()) + "." + name;
  std::ranges::replace(gone, '/', '.');
  if (::renameat(fd, place.value().directory.c_str(), fd, gone.c_str()) != 0) {
    return last_os_error("drop " + name);
  }
  return remove_entry(fd, gone);
}

}  // namespace gpualert
