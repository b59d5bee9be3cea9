#pragma once

#include "base/fd.hpp"
#include "mailprog/call.hpp"

#include <gpualert/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::mailprog {

// A call in the spool, by its name there: "TIME.PID" or, of a task of an array that failed,
// "TIME.PID.tARRAY", then "~LEASE" while a worker has it (outbox/lease.hpp).
struct Spooled {
  std::string name;  // now
  std::string base;  // without the lease
  std::string array;
  std::int64_t received_ns = 0;
  bool taken_over = false;  // its last holder died at it
};

// STATE/calls: the calls that were accepted and not yet answered, one file each. A call is there
// whole and synced, or not at all; a worker has it by renaming it, so that one that is killed
// leaves it to the next.
class CallSpool {
public:
  // Makes the directories where they are missing.
  static Result<CallSpool> open(const std::string& state_dir);

  // `array`: of a task that failed, "" otherwise. The call is on stable storage afterwards.
  Status accept(const Call& call, const std::string& array);

  // Those that nobody has, oldest first. Needs no lock.
  Result<std::vector<Spooled>> waiting() const;

  // Held by who chooses among the calls, so that one worker gets all of an array's.
  Result<Fd> lock() const;

  // Takes a call until `until_s` (wall clock). False: somebody else was quicker.
  bool claim(Spooled& entry, std::int64_t until_s);
  Result<Call> read(const Spooled& entry) const;
  Status remove(const Spooled& entry);
  // Keeps a call that cannot be read where no worker sees it, for people.
  void set_aside(const Spooled& entry);

  // Removes what callers that were killed left half written a day ago.
  void sweep(std::int64_t now_s);

private:
  CallSpool(std::string path, Fd dir) : path_(std::move(path)), dir_(std::move(dir)) {}

  std::string path_;
  Fd dir_;
};

}  // namespace gpualert::mailprog
