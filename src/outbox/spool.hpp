#pragma once

#include "base/fd.hpp"
#include "outbox/lease.hpp"

#include <gpualert/outbox.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The outbox as the deliverer sees it. Each change of an entry is one rename of its directory:
//
//   BASE ──claim──▶ BASE~LEASE ──finish──▶ .sent.… ──▶ removed
//                       │ ├──release──▶ BASE            (tried again later)
//                       │ └──bury─────▶ dead/BASE       (given up; kept for people)
//                       └──(holder died)──▶ claim by another
//
// so that whoever is killed between two steps leaves the whole entry under one of these names.
namespace gpualert::outbox {

// An entry in the listing.
struct Entry {
  std::string name;  // of its directory now
  std::string base;  // without the lease
  std::optional<Lease> lease;
};

// An entry that is ours until the lease is over.
struct Claim {
  std::string name, base;
  Envelope envelope;
  bool taken_over = false;  // its last holder died at it
};

// A smaller form of a message, for a relay that finds it too large.
struct Form {
  std::string file;  // in the entry
  std::uint64_t size = 0;
  bool minimal = false;  // without attachments
};

class Spool {
public:
  // Makes the outbox where it is missing.
  static Result<Spool> open(const std::string& dir);

  // Every entry that is not dead, oldest first.
  Result<std::vector<Entry>> scan() const;

  // Takes an entry. Nothing: it is leased, or somebody else was quicker. An entry that cannot be
  // read is buried, and the Error says why.
  Result<std::optional<Claim>> claim(const Entry& entry, const Lease& mine, std::int64_t now_s);

  Result<std::string> message(const Claim& claim) const;
  // The smaller forms that there are, the largest first.
  std::vector<Form> smaller_forms(const Claim& claim) const;
  Result<std::string> message(const Claim& claim, const Form& form) const;
  // The envelope of an entry that is not ours.
  Result<Envelope> peek(const Entry& entry) const;

  Status save(const Claim& claim);
  Status release(const Claim& claim);
  Status finish(const Claim& claim);
  Status bury(const Claim& claim);
  // A dead letter of some of the recipients (`part`), while the entry lives on for the others.
  Status bury_part(const Claim& claim, const Envelope& part);

  // Removes what killed processes left behind: sent entries, and half-written ones of a day ago.
  void sweep(std::int64_t now_s);

  void set_due(std::optional<std::int64_t> at_s);

private:
  Spool(std::string path, Fd dir, Fd dead)
      : path_(std::move(path)), dir_(std::move(dir)), dead_(std::move(dead))
  {
  }

  std::string path_;
  Fd dir_, dead_;
};

}  // namespace gpualert::outbox
