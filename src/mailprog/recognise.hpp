#pragma once

#include "mailprog/call.hpp"
#include "mailprog/event.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gpualert::mailprog {

// A call that we answer with a mail of our own.
struct Mail {
  Event event;
  std::string from;                    // as the scheduler gives it; "" when it does not
  std::vector<std::string> addresses;  // split, not checked
};

// May the call be one of Slurm's? Those have no body: standard input need not be read to know.
bool looks_like_slurm(const Call& call);

// Nothing: it is for the real mailer.
std::optional<Mail> recognise(const Call& call);

}  // namespace gpualert::mailprog
