#pragma once

#include <gpualert/outbox.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gpualert::cli {

// "40 s", "3 min", "2 h", "5 d": as much as one wants to know of a time that passed.
std::string rough_time(std::int64_t ns);

// `gpualert outbox list`: a row for each entry; below it its name and what went wrong.
std::string outbox_table(const std::vector<OutboxListing>& outboxes, std::int64_t now_ns);

// What the envelope says, a line for each field.
std::string envelope_text(const OutboxEntry& entry, std::int64_t now_ns);

// "in 3 min", "now"; "digest": named in the next one; "" when nobody tries again.
std::string next_try_text(const OutboxEntry& entry, std::int64_t now_ns);

}  // namespace gpualert::cli
