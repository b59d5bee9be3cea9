#pragma once

#include "base/fd.hpp"

#include <gpualert/outbox.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

// Counts the messages of the last hour to each recipient of a channel, for all deliverers of the
// outbox, on whatever host: a file outbox/rate/RECIPIENT/MESSAGE.UNIQUE for each message. Without a
// lock it holds since each deliverer makes its file before it counts: of the files that stay, the
// one counted last was counted with all the others.
namespace gpualert::outbox {

inline constexpr std::int64_t kHour = 3600;  // seconds

class RateLimit {
public:
  static Result<RateLimit> open(const std::string& outbox);

  // Whether the message may go now: true at most `most` times an hour for a recipient. One that was
  // let pass within the hour is counted once, however often it is tried. Two that come at the same
  // moment may both be refused the last place, and for a few seconds after a refusal others are
  // refused without a look: a thousand messages at once cost no thousand counts.
  Result<bool> admit(const Envelope& envelope, int most);

  // Removes what is too old to count.
  void sweep();

private:
  // What is known of a recipient. A file's date never changes.
  struct Group {
    Fd dir;
    std::map<std::string, std::int64_t> dates;  // by name
    std::chrono::steady_clock::time_point full_until{};
  };

  explicit RateLimit(Fd dir) : dir_(std::move(dir)) {}

  Result<Group*> open_group(const std::string& name);
  static Result<bool> take(Group& group, const std::string& message, int most, std::string& place);

  Fd dir_;
  std::map<std::string, Group> groups_;
};

}  // namespace gpualert::outbox
