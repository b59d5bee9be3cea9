#pragma once

#include "base/fd.hpp"
#include "outbox/lease.hpp"
#include "outbox/spool.hpp"
#include "outbox/turn.hpp"

#include <gpualert/outbox.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Reports above the limit of an hour, by group (a channel and its recipients), until a digest names
// them:
//
//   outbox/BASE~LEASE ──add──▶ held/GROUP/BASE ──┐
//                                commit: held/.digest.GROUP, which lists its members, appears
//   removed ◀──finish── held/GROUP/BASE ◀────────┘
//                                publish: held/.digest.GROUP ──▶ outbox/DIGEST, an ordinary entry
//
// Before the commit nothing has changed, and whoever takes the turn withdraws what was not
// committed; after it whoever comes next goes on where its writer died. One process at a time does
// all this but add: the one that has the turn.
namespace gpualert::outbox {

// The first of a group waits this long for others, so that one digest names all that came at once.
inline constexpr std::chrono::seconds kGather{60};
// From one digest of a group to its next.
inline constexpr std::chrono::seconds kBetweenDigests{3600};

// + group: dated when it was written; in it, a line for each, what it named: BASE, tab, Message-ID.
inline constexpr std::string_view kLastDigest = ".last.";

struct HeldGroup {
  std::string name;
  std::chrono::seconds gather{0};  // for others that come at the same time
  std::chrono::seconds pause{0};   // since the last digest

  // Until a digest may be written.
  std::chrono::seconds wait() const { return std::max(gather, pause); }
};

struct HeldMessage {
  std::string base;
  Envelope envelope;
};

class Held {
public:
  // Makes outbox/held where it is missing.
  static Result<Held> open(const std::string& outbox);
  // Nothing: no report was ever held in this outbox.
  static Result<std::optional<Held>> open_existing(const std::string& outbox);

  // Moves a claimed entry there. True when a digest of its group is not waited for yet.
  Result<bool> add(const Claim& claim);

  Result<std::vector<HeldGroup>> groups() const;

  // The rest is for who has the turn.
  Result<std::optional<Turn>> take_turn(const Lease& mine, std::int64_t now_s) const;

  // Goes on with what a killed process left. True when something was published.
  Result<bool> recover();

  // The members of a group; what cannot be read goes to dead/ and is named in `problems`.
  Result<std::vector<HeldMessage>> members(const std::string& group,
                                           std::vector<std::string>& problems);

  // Writes the digest of these members, removes them, and publishes it; all of it or, after a
  // crash, what recover() makes all of it. An Error when the turn is not ours any more.
  Status replace(const std::string& group, const std::vector<HeldMessage>& members,
                 const Envelope& digest, std::string_view eml, const Turn& turn);

private:
  Held(std::string path, Fd outbox, Fd dir)
      : path_(std::move(path)), outbox_(std::move(outbox)), dir_(std::move(dir))
  {
  }

  Status commit(const std::string& group, const std::vector<HeldMessage>& members,
                const Envelope& digest, std::string_view eml, const Turn& turn);
  Status finish(const std::string& group);

  std::string path_;  // of the outbox
  Fd outbox_, dir_;
};

}  // namespace gpualert::outbox
