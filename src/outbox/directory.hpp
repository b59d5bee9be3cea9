#pragma once

#include "base/fd.hpp"

#include <gpualert/outbox.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Files and directories of the outbox, each named relative to an open directory, so that nobody can
// swap a part of the path under us. Nothing here follows a symbolic link.
namespace gpualert::outbox {

inline constexpr const char* kMessageFile = "message.eml";
inline constexpr const char* kMinimalFile = "minimal.eml";      // the smallest form
inline constexpr std::string_view kSmallerPrefix = "smaller-";  // the others, "smaller-N.eml"
inline constexpr const char* kEnvelopeFile = "envelope.json";
inline constexpr const char* kDueFile = "due";
inline constexpr const char* kDeadDir = "dead";
inline constexpr const char* kHeldDir = "held";  // held.hpp
inline constexpr const char* kRateDir = "rate";  // rate.hpp
inline constexpr std::size_t kEnvelopeLimit = 1U << 20;
inline constexpr std::size_t kMessageLimit = 256U << 20;

// Opens the directory `path`, made (0700) when missing. An Error when it is a link, belongs to
// somebody else or others may write in it: reports hold what a job printed.
Result<Fd> open_private_dir(const std::string& path);
// The same for a directory in `dir`; `label` is its whole path, for messages.
Result<Fd> open_private_dir_at(int dir, const char* name, const std::string& label);

// Names in a directory, sorted, without "." and "..".
Result<std::vector<std::string>> names_in(int dir, const std::string& label);

// Makes the file anew, 0600, and syncs it. O_EXCL: what lies there already is an Error.
Status write_new_file(int dir, const char* name, std::string_view data);
// Puts `data` in the place of the file: a reader sees the old or the whole new one. Synced.
Status replace_file(int dir, const char* name, std::string_view data);
// The whole of a regular file of at most `limit` bytes.
Result<std::string> read_file_at(int dir, const char* name, std::size_t limit);

// Removes a directory of files; nothing in it may be a directory.
Status remove_entry(int dir, const std::string& name);

// The same for an entry's file, and for its envelope.
Result<std::string> read_in_entry(int dir, const std::string& entry, const char* name,
                                  std::size_t limit);
Result<Envelope> read_envelope(int dir, const std::string& entry);

// Makes the directory `temporary` with message and envelope in it, all synced; the smaller forms of
// the message too, the largest first.
Status write_entry(int dir, const std::string& temporary, const Envelope& envelope,
                   std::string_view eml, const std::vector<std::string>& smaller);

// Renames `from` to `base`, or to base.2, base.3, … where that is taken. Gives the name. Not
// synced.
Result<std::string> move_entry(int from_dir, const std::string& from, int to_dir,
                               const std::string& base);
// The same, and synced.
Result<std::string> publish(int from_dir, const std::string& from, int to_dir,
                            const std::string& base);

}  // namespace gpualert::outbox
