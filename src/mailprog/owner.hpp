#pragma once

#include "mailprog/event.hpp"

#include <gpualert/result.hpp>

#include <optional>
#include <vector>

#include <sys/types.h>

namespace gpualert::mailprog {

// Whose job it is, as far as access to files goes.
struct Owner {
  uid_t uid = 0;
  gid_t gid = 0;
  std::vector<gid_t> groups;  // supplementary; asked for only where we can take them on
};

// Nothing where the scheduler does not name a user id: a name that a mail gives is no ground to
// read files.
std::optional<Owner> owner_of(const Event& event);

// As root: while it lives, the kernel grants this thread no more access to files than the owner
// has. Otherwise nothing changes: what we could read is narrowed by who owns it (safe_open.hpp).
class ActAs {
public:
  static Result<ActAs> begin(const Owner& owner);
  ActAs(ActAs&& other) noexcept;
  ActAs& operator=(ActAs&&) = delete;
  ActAs(const ActAs&) = delete;
  ActAs& operator=(const ActAs&) = delete;
  ~ActAs();

private:
  ActAs() = default;

  bool active_ = false;
  std::vector<gid_t> groups_;  // ours, to go back to
};

}  // namespace gpualert::mailprog
