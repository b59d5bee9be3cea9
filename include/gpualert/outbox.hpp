#pragma once

#include <gpualert/result.hpp>

#include <cstdint>
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
  std::int64_t next_try_ns = 0;  // 0 = at once
  int tries = 0;
  std::string state = "queued";  // queued, sending, sent, deferred, dead
  std::string last_error;
  std::string unknown_fields;
};

std::string to_json(const Envelope& envelope);
Result<Envelope> parse_envelope(std::string_view json);

// state/outbox: one directory RUN.CHANNEL/{message.eml,envelope.json} per message, made aside and
// renamed into place as a whole, so that a reader never sees half of one.
class Outbox {
public:
  explicit Outbox(std::string dir) : dir_(std::move(dir)) {}

  // Writes, syncs and publishes an entry, and touches outbox/due. The entry exists afterwards
  // whatever happens next.
  Status enqueue(const Envelope& envelope, std::string_view eml);

  // True when outbox/due says that something may be waiting. One stat(2); never lists the outbox.
  bool due() const;

  // Names of the entries that are queued or deferred, oldest first. For the deliverer.
  Result<std::vector<std::string>> list() const;

  const std::string& dir() const noexcept { return dir_; }

private:
  std::string dir_;
};

}  // namespace gpualert
