#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// A file that may go with a report.
struct Artifact {
  std::string path;  // absolute
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::string why;  // "asked for by --attach '*.json'", "changed during the run"
  int worth = 0;    // larger first
};

struct ArtifactSearch {
  std::string directory;           // absolute; where the job was started
  std::vector<std::string> globs;  // of --attach: relative to it, or absolute
  std::int64_t since_ns = 0;       // wall clock: files changed after this count; 0: none do
  std::size_t max_depth = 4;       // of folders below the directory
  std::size_t max_entries = 20000;
  std::chrono::milliseconds deadline{400};
};

struct FoundArtifacts {
  std::vector<Artifact> files;        // by worth, then by path; each once
  std::vector<std::string> problems;  // "--attach 'x*' matches no file"
  bool cut_short = false;             // by deadline or number: there may be more
};

// Finds files by glob and by time. Never follows a link out of the directory, never opens anything
// but directories. Blocks for as long as the file system does: see find_artifacts_in_time.
FoundArtifacts find_artifacts(const ArtifactSearch& search);

// The same in a thread of its own that is waited for no longer than the deadline and half as long
// again: on a hung file system the search is given up, and says so.
FoundArtifacts find_artifacts_in_time(const ArtifactSearch& search);

enum class Fate { attached, compressed, cut, left_out };

// What became of a file that was considered.
struct Attachment {
  std::string name;  // in the mail
  std::string path;
  std::uint64_t size = 0;     // on disk
  std::uint64_t encoded = 0;  // bytes of the message that it takes; 0 when left out
  Fate fate = Fate::left_out;
  std::string reason;      // why not all of it; "" when it is attached, plain or compressed
  std::string bytes;       // what is attached, gzip'd where `fate` says so
  std::size_t masked = 0;  // secrets in it
};

struct AttachmentBudget {
  std::uint64_t bytes = 20U << 20U;          // of the message, all parts and their encoding
  std::uint64_t body = 0;                    // already taken by the rest of the message
  std::uint64_t small_file = 256U << 10U;    // artifacts above this are listed, not attached
  std::chrono::milliseconds deadline{1200};  // for reading and compressing all of them
  int log_fd = -1;  // the log, open for reading; -1: it is opened by its path
};

// Gives what is attached a gate: returns the bytes that may leave the host.
using TextGate = std::function<std::string(const std::string& bytes, std::size_t& masked)>;

struct Attachments {
  std::vector<Attachment> files;  // every file that was considered, the log first
  std::uint64_t encoded = 0;      // sum over files
  std::size_t masked = 0;         // secrets
};

// The log (whole, else compressed, else its head and tail, compressed) and the artifacts by worth,
// within the budget. Text passes `gate` first. Every file that was considered is in the result.
// `log_path` may be "".
Attachments attach_within(const std::string& log_path, std::uint64_t log_offset,
                          std::uint64_t log_bytes, const std::vector<Artifact>& artifacts,
                          const AttachmentBudget& budget, const TextGate& gate);

// The same files in a smaller message, with little reading and packing: what fits stays as it was
// packed, else is compressed; a log that does not fit is cut; all else is left out with `why` as
// its reason ("": what it needs). What `whole` left out stays out.
Attachments attach_less(const std::vector<Attachment>& whole, const std::string& log_path,
                        std::uint64_t log_offset, const AttachmentBudget& budget,
                        const TextGate& gate, const std::string& why);

// Bytes that `raw` bytes take in a message: base64 in lines of 76 with CRLF, part headers with the
// name, and the boundary.
std::uint64_t encoded_size(std::uint64_t raw, std::string_view name) noexcept;

}  // namespace gpualert
