#pragma once

#include "mailprog/call.hpp"
#include "mailprog/recognise.hpp"
#include "mailprog/site.hpp"

#include <string>
#include <vector>

namespace gpualert::mailprog {

// One call, read from the spool, and what it is about.
struct Item {
  Call call;
  Mail mail;
  std::vector<std::string> to;  // checked; none: nobody may get it, which the journal says
};

// Nothing: the spool holds only calls that were recognised, so this one is of another version.
std::optional<Item> item_of(Call call, const Site& site);

// Makes the mail of one call and puts it into the outbox. When its report cannot be made, it is
// made without the output; when that cannot be either, the call goes to the real mailer as it came.
void answer(const Item& item, const Site& site);

// Hands a call to the real mailer.
void hand_on(const Call& call, const Site& site);

}  // namespace gpualert::mailprog
