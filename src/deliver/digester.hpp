#pragma once

#include "deliver/deadline.hpp"
#include "deliver/journal.hpp"
#include "outbox/held.hpp"
#include "outbox/rate.hpp"

#include <gpualert/config.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace gpualert::deliver {

// Keeps to mails_per_hour: holds back the reports above it, and writes one digest that names them.
class Digester {
public:
  Digester(std::string outbox, const Config& config, Journal& journal, outbox::Lease mine)
      : outbox_(std::move(outbox)), config_(config), journal_(journal), mine_(std::move(mine))
  {
  }

  // True when the entry is not to be sent by itself, and lies in held/ now. What cannot be counted
  // is sent.
  bool holds_back(const outbox::Claim& claim);

  // Writes the digests that are due; with `all` those too that only wait for more reports. True
  // when there is something new to send.
  bool work(bool all, const Deadline& deadline);

  // When a digest is due next, wall clock in seconds.
  std::optional<std::int64_t> next_s() const;

  // Set when we were the first to hold a report back since the last digest of its group: until then
  // somebody must wait.
  std::optional<std::chrono::seconds> promised() const;

private:
  Result<bool> hold(const outbox::Claim& claim);
  Result<bool> admitted(const Envelope& envelope, int limit);
  int limit_of(const std::string& channel) const;
  Result<std::optional<std::string>> due_group(const outbox::Held& held, bool all) const;
  Status write_or_recover(outbox::Held& held, const std::string& group, const outbox::Turn& turn);
  Result<bool> write_due(outbox::Held& held, bool all, const Deadline& deadline);
  Status write(outbox::Held& held, const std::string& group, const outbox::Turn& turn);
  bool say_if_failed(const Error& error);

  std::string outbox_;
  const Config& config_;
  Journal& journal_;
  outbox::Lease mine_;
  std::optional<outbox::RateLimit> rate_;
  std::optional<outbox::Held> held_;
  std::set<std::string> written_;  // groups
  bool first_ = false;
};

}  // namespace gpualert::deliver
