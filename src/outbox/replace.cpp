#include "outbox/lease.hpp"
#include "outbox/spool.hpp"

#include "outbox/directory.hpp"

#include <gpualert/outbox.hpp>

#include <algorithm>
#include <ctime>

namespace gpualert {

namespace {

using namespace outbox;

// Longer than publishing takes on a slow disk; should we die, others wait no longer for the old
// message (on this host they see that we are dead, and take it at once).
constexpr std::int64_t kHold = 60;

// "RUN.CHANNEL" or "RUN.CHANNEL.2": what publish makes of `base`.
bool is_name_of(std::string_view name, std::string_view base)
{
  if (!name.starts_with(base)) {
    return false;
  }
  const std::string_view rest = name.substr(base.size());
  return rest.empty() || (rest.size() > 1 && rest.front() == '.' &&
                          rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

Error about(const std::string& outbox, const Error& error)
{
  return Error{"outbox " + outbox + ": " + error.what, error.code};
}

// Takes every waiting message of the report that `entry` belongs to. What a deliverer has in hand
// is left to it.
Result<std::vector<Claim>> take_waiting(Spool& spool, const PreparedEntry& entry,
                                        const Envelope& envelope)
{
  const Result<std::vector<Entry>> entries = spool.scan();
  if (!entries) {
    return entries.error();
  }
  const std::int64_t now = ::time(nullptr);
  Lease mine = own_lease(now + kHold);
  std::vector<Claim> taken;
  for (const Entry& other : entries.value()) {
    if (!is_name_of(other.base, entry.base)) {
      continue;
    }
    const Result<Envelope> old = spool.peek(other);
    const bool same =
        old && old.value().run == envelope.run && old.value().channel == envelope.channel;
    if (!same) {
      continue;  // a channel "mail.2" beside "mail"; or gone, or damaged: a deliverer buries it
    }
    if (Result<std::optional<Claim>> claim = spool.claim(other, mine, now);
        claim && claim.value()) {
      taken.push_back(std::move(*claim.value()));
      ++mine.until_s;  // two entries of one base must not get one name
    }
  }
  return taken;
}

}  // namespace

// The old message is taken out of the deliverers' reach first, so that the answer is certain before
// anything is published. Whoever kills us here leaves the old one, the new one or both.
Result<bool> Outbox::replace(const PreparedEntry& entry)
{
  Result<Spool> opened = Spool::open(entry.outbox);
  if (!opened) {
    return opened.error();
  }
  Spool& spool = opened.value();
  const Result<Envelope> envelope = spool.peek({entry.temporary, entry.base, std::nullopt});
  if (!envelope) {
    return about(entry.outbox, envelope.error());
  }
  const Result<std::vector<Claim>> taken = take_waiting(spool, entry, envelope.value());
  if (!taken) {
    return about(entry.outbox, taken.error());
  }
  if (taken.value().empty()) {
    return false;
  }
  if (const Status published = publish(entry); !published) {
    for (const Claim& claim : taken.value()) {
      (void)spool.release(claim);  // else it is taken over when our lease ends
    }
    return published.error();
  }
  for (const Claim& claim : taken.value()) {
    (void)spool.finish(claim);  // one that stays is sent as well: better twice than never
  }
  return true;
}

void Outbox::discard(const PreparedEntry& entry)
{
  if (const Result<Fd> dir = open_private_dir(entry.outbox)) {
    (void)remove_entry(dir.value().get(), entry.temporary);  // a leftover is swept after a day
  }
}

}  // namespace gpualert
