#pragma once

#include <ctime>

#include <cstdint>
#include <optional>
#include <string_view>

// outbox/due: one file whose time of change says when something should be tried next, so that
// `gpualert run` finds out with one stat(2). It may be early; it must never be late.
namespace gpualert::outbox {

// Where an enqueuer prepares an entry, and where a sent one waits to be removed.
inline constexpr std::string_view kTemporaryPrefix = ".tmp.";
inline constexpr std::string_view kSentPrefix = ".sent.";

// Is this name in the outbox an entry (leased or not), and not one of ours or a hidden one?
bool is_entry(std::string_view name);

// A time further ahead than any delay comes from a clock that was wrong, and counts as due.
bool is_due(std::time_t due_at, std::time_t now);

// No later than `at_s`, and now when that is past: called after an entry was published. No Status:
// the entry is safe already.
void lower_due(int dir, std::int64_t at_s);

// `at_s`, or removed when nothing waits.
void set_due(int dir, std::optional<std::int64_t> at_s);

}  // namespace gpualert::outbox
