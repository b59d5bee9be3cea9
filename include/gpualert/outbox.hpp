#pragma once

#include <gpualert/result.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// envelope.json, "schema": 1: what the deliverer must know of one message on one channel.
struct Envelope {
  std::string run;      // run id
  std::string channel;  // name of the channel in the configuration
  std::string message_id;
  std::string from;
  std::vector<std::string> to;
  std::string subject;
  std::int64_t queued_ns = 0;    // wall clock
  std::int64_t next_try_ns = 0;  // wall clock; 0 = at once. In the future when queued: held back
  int tries = 0;
  std::string state = "queued";  // queued, sending, sent, deferred, held, dead
  std::string last_error;
  // Of the report (report_facts.hpp), for webhooks and digests.
  std::map<std::string, std::string> facts;
  int digest = 0;  // a digest of so many reports; 0: a report
  std::string unknown_fields;
};

std::string to_json(const Envelope& envelope);
Result<Envelope> parse_envelope(std::string_view json);

// An entry as people look at it.
struct OutboxEntry {
  // "RUN.CHANNEL"; "dead/RUN.CHANNEL" when it was given up, "held/GROUP/RUN.CHANNEL" when there
  // were too many in the hour: a digest will name it.
  std::string name;
  Envelope envelope;   // state: queued, deferred, held, dead; sending while a deliverer has it
  std::string damage;  // why envelope.json cannot be read; of the envelope only `state` is set then
};

// An outbox and all that is in it.
struct OutboxListing {
  std::string dir;
  std::vector<OutboxEntry> entries;
};

// `gpualert outbox list --json`: {"schema":1,"outboxes":[{"outbox":DIR,"entries":[...]}]}.
std::string to_json(const std::vector<OutboxListing>& outboxes);

// An entry that is written and synced, but that no deliverer sees yet.
struct PreparedEntry {
  std::string outbox;     // directory
  std::string temporary;  // its name there now
  std::string base;       // its name once it is published
};

// state/outbox: one directory RUN.CHANNEL/{message.eml,envelope.json} per message, made aside and
// renamed into place as a whole, so that a reader never sees half of one. Further files,
// smaller-N.eml and minimal.eml, are the same message (same Message-ID) with fewer attachments and
// with none, for a relay that takes no message as large as message.eml.
class Outbox {
public:
  explicit Outbox(std::string dir) : dir_(std::move(dir)) {}

  // Writes, syncs and publishes an entry, and sets outbox/due. The entry exists afterwards whatever
  // happens next. `smaller`: forms of the message, the largest first. One whose next_try_ns lies in
  // the future is held back until then, or until somebody flushes the outbox; whoever comes next
  // after that (a run's end, a flush, a sweep) delivers it.
  Status enqueue(const Envelope& envelope, std::string_view eml,
                 const std::vector<std::string>& smaller = {});

  // The two halves of enqueue, for whoever must be able to tell after a crash that the second was
  // due: publishing again what was published is ok and does nothing.
  Result<PreparedEntry> prepare(const Envelope& envelope, std::string_view eml,
                                const std::vector<std::string>& smaller = {});
  static Status publish(const PreparedEntry& entry);

  // Publishes `entry` in the place of what waits for the same run and channel: held back, queued or
  // deferred. False when nothing waits, because it was delivered, is being delivered now or never
  // was: then nothing is published and `entry` stays prepared, to be published (as a sequel, if
  // something went out before it), or discarded. Killed at any point it leaves at least one of the
  // two; both at worst, and both are delivered then: give the new one the Message-ID of the old
  // one, or let it say that it is the last. Lists the outbox.
  static Result<bool> replace(const PreparedEntry& entry);

  // Removes what was prepared and shall not be published.
  static void discard(const PreparedEntry& entry);

  // True when outbox/due says that something may be waiting. One stat(2); never lists the outbox.
  bool due() const;

  // Names of the entries that are queued or deferred, oldest first. For the deliverer.
  Result<std::vector<std::string>> list() const;

  // All there is: what waits, oldest first, then what was given up. Changes nothing; no outbox
  // is an empty one.
  Result<std::vector<OutboxEntry>> entries() const;

  // When the last digest was written, by the clock of the file system; 0: never.
  std::int64_t last_digest_ns() const;

  // The reports ("RUN.CHANNEL") that the last digests named, of those written after `after_ns`.
  std::vector<std::string> named_in_digests(std::int64_t after_ns) const;

  // message.eml of an entry, by OutboxEntry::name.
  Result<std::string> message(const std::string& name) const;

  // Removes an entry. An Error when a deliverer has it in hand, which may have sent it already.
  Status drop(const std::string& name);

  const std::string& dir() const noexcept { return dir_; }

private:
  std::string dir_;
};

}  // namespace gpualert
