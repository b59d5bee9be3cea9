#pragma once

#include <gpualert/outbox.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// The outbox of `state_dir`. Without one: of each state directory that has one, the configured one
// first, then the fallbacks that runs take when that cannot be written. Says on stderr what is
// wrong with the configuration or with one of the fallbacks.
Result<std::vector<OutboxListing>> our_outboxes(const std::string& state_dir);

// The entry of that name, or the only one whose name begins so.
struct FoundEntry {
  std::string outbox;
  OutboxEntry entry;
};
Result<FoundEntry> find_entry(const std::vector<OutboxListing>& outboxes, const std::string& name);

}  // namespace gpualert::cli
