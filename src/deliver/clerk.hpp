#pragma once

#include "deliver/channel.hpp"
#include "outbox/spool.hpp"

#include <string>

namespace gpualert::deliver {

// Records what became of an attempt: in the journal, and by moving the entry. What cannot be
// recorded is said in the journal; the entry then keeps its lease and is taken up when that ends.
class Clerk {
public:
  Clerk(outbox::Spool& spool, Journal& journal) : spool_(spool), journal_(journal) {}

  // Sent to all: removed. Refused by all: dead. Else each recipient has a fate of its own.
  void conclude(outbox::Claim claim, const Outcome& outcome);

  // To dead/, with the reason.
  void give_up(outbox::Claim claim, const std::string& why);

private:
  Status conclude_some(outbox::Claim claim, const Outcome& outcome);
  Status defer(outbox::Claim claim, std::int64_t retry_after_s);
  void say_if_failed(const outbox::Claim& claim, const Status& status);

  outbox::Spool& spool_;
  Journal& journal_;
};

}  // namespace gpualert::deliver
