#include "artifacts/gzip.hpp"
#include "artifacts/line_edges.hpp"
#include "artifacts/packed_log.hpp"
#include "artifacts/read_part.hpp"
#include "base/byte_size.hpp"

#include <gpualert/artifacts.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace gpualert {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kPlainLog = 512U << 10U;  // a log up to this is attached as it is
constexpr std::uint64_t kHead = 256U << 10U;      // of a log that is cut
constexpr std::uint64_t kTail = 2U << 20U;
constexpr std::chrono::milliseconds kCutTime{200};  // a log is never left out for want of time
constexpr std::uint64_t kLargestFile = 64U << 20U;  // that is read at all
constexpr std::size_t kTextProbe = 4096;

std::string last_component(const std::string& path)
{
  return path.substr(path.rfind('/') + 1);
}

class Packer {
public:
  Packer(const AttachmentBudget& budget, TextGate gate)
      : budget_(budget),
        gate_(gate),
        until_(Clock::now() + budget.deadline),
        left_(budget.bytes > budget.body ? budget.bytes - budget.body : 0)
  {
  }

  void log(const std::string& path, std::uint64_t offset, std::uint64_t size)
  {
    in_log_ = true;
    Attachment file = considered(path, size);
    const bool done = (size <= kPlainLog && plain_log(file, offset)) || packed_log(file, offset);
    if (!done) {
      cut(file, offset);
    }
    in_log_ = false;
  }

  void artifact(const Artifact& artifact)
  {
    Attachment file = considered(artifact.path, artifact.size);
    const bool asked = artifact.why.starts_with("asked for");
    if (!asked && artifact.worth == 0) {
      leave(std::move(file), artifact.why + "; not of a kind that is attached unasked");
    } else if (!asked && artifact.size > budget_.small_file) {
      leave(std::move(file), artifact.why + "; larger than " + byte_size(budget_.small_file) +
                                 ": --attach it to have it");
    } else if (artifact.size > kLargestFile) {
      leave(std::move(file), "larger than " + byte_size(kLargestFile));
    } else if (!whole(file) && !packed(file)) {
      const std::string needs = byte_size(encoded_size(artifact.size, file.name));
      leave(std::move(file),
            "needs " + needs + ", " + byte_size(left_) + " of the budget are left");
    }
  }

  Attachments result() { return std::move(result_); }

private:
  Attachment considered(const std::string& path, std::uint64_t size)
  {
    Attachment file;
    file.path = path;
    file.size = size;
    file.name = last_component(path);
    for (int n = 2; !names_.insert(file.name).second; ++n) {
      file.name = std::to_string(n) + "-" + last_component(path);
    }
    return file;
  }

  std::optional<std::string> log_part(Attachment& file, std::uint64_t offset,
                                      std::uint64_t size) const
  {
    Result<std::string> bytes = in_log_ && budget_.log_fd >= 0
                                    ? read_part(budget_.log_fd, file.path, offset, size)
                                    : read_part(file.path, offset, size);
    if (!bytes) {
      file.reason = bytes.error().what;
      return std::nullopt;
    }
    return std::move(bytes).value();
  }

  // The bytes of an artifact that may leave the host; nothing when they cannot be read.
  std::optional<std::string> gated(Attachment& file)
  {
    std::optional<std::string> bytes = log_part(file, 0, file.size);
    const bool text = bytes && bytes->substr(0, kTextProbe).find('\0') == std::string::npos;
    return text ? gate_(*bytes, result_.masked) : bytes;
  }

  // Adds the file with what is attached of it, if that fits.
  bool add(Attachment& file, std::string bytes, Fate fate)
  {
    const std::string name = fate == Fate::attached ? file.name : file.name + ".gz";
    const std::uint64_t encoded = encoded_size(bytes.size(), name);
    if (encoded > left_) {
      return false;
    }
    left_ -= encoded;
    file.name = name;
    file.encoded = encoded;
    file.fate = fate;
    file.bytes = std::move(bytes);
    result_.encoded += encoded;
    result_.files.push_back(std::move(file));
    return true;
  }

  void leave(Attachment file, std::string reason)
  {
    file.reason = file.reason.empty() ? std::move(reason) : file.reason;
    result_.files.push_back(std::move(file));
  }

  // A log is text, whatever bytes are in it.
  bool plain_log(Attachment& file, std::uint64_t offset)
  {
    std::size_t found = 0;
    const std::optional<std::string> bytes = encoded_size(file.size, file.name) > left_
                                                 ? std::nullopt
                                                 : log_part(file, offset, file.size);
    const bool done = bytes && add(file, gate_(*bytes, found), Fate::attached);
    result_.masked += done ? found : 0;
    return done;
  }

  bool whole(Attachment& file)
  {
    if (encoded_size(file.size, file.name) > left_ || Clock::now() > until_) {
      return false;
    }
    std::optional<std::string> bytes = gated(file);
    return bytes && add(file, std::move(*bytes), Fate::attached);
  }

  bool pack(Attachment& file, const std::string& bytes, Fate fate, Clock::time_point until)
  {
    std::optional<std::string> small = gzip(bytes, left_, until);
    return small && add(file, std::move(*small), fate);
  }

  bool packed(Attachment& file)
  {
    if (left_ == 0 || Clock::now() > until_) {
      return false;
    }
    const std::optional<std::string> bytes = gated(file);
    file.reason = bytes ? "compressed to fit" : file.reason;
    return bytes && pack(file, *bytes, Fate::compressed, until_);
  }

  bool packed_log(Attachment& file, std::uint64_t offset)
  {
    std::optional<std::string> small = pack_log({file.path, offset, file.size, budget_.log_fd},
                                                {left_, until_}, gate_, result_.masked);
    if (!small) {
      return false;
    }
    file.reason = "compressed to fit";
    return add(file, std::move(*small), Fate::compressed);
  }

  // Head and tail with the number of bytes between them; less and less tail until it fits.
  void cut(Attachment file, std::uint64_t offset)
  {
    for (std::uint64_t part = kTail; part >= kHead / 4 && left_ > 0; part /= 4) {
      const std::uint64_t most = std::min(file.size, std::min(kHead, part));
      const std::optional<std::string> head = log_part(file, offset, most);
      if (!head) {
        break;
      }
      const std::uint64_t from = file.size - std::min(file.size - most, part);
      const std::optional<std::string> tail = log_part(file, offset + from, file.size - from);
      if (!tail) {
        break;
      }
      const std::size_t end = last_edge(*head);
      const std::size_t begin = first_edge(*tail);
      const std::uint64_t out = from + begin - end;
      file.reason = "its first " + byte_size(end) + " and last " + byte_size(tail->size() - begin) +
                    "; " + byte_size(out) + " left out";
      std::size_t found = 0;
      const std::string bytes = gate_(head->substr(0, end), found) +
                                "\n[gpualert: " + std::to_string(out) + " bytes left out here]\n" +
                                gate_(tail->substr(begin), found);
      if (pack(file, bytes, Fate::cut, Clock::now() + kCutTime)) {
        result_.masked += found;
        return;
      }
      file.reason.clear();
    }
    leave(std::move(file),
          "not even its end fits: " + byte_size(left_) + " of the budget are left");
  }

  const AttachmentBudget& budget_;
  TextGate gate_;
  Clock::time_point until_;
  std::uint64_t left_;
  bool in_log_ = false;
  std::set<std::string> names_;
  Attachments result_;
};

}  // namespace

std::uint64_t encoded_size(std::uint64_t raw, std::string_view name) noexcept
{
  constexpr std::uint64_t kHeaders = 400;  // boundary, type, encoding, disposition, blank line
  const std::uint64_t base64 = (raw + 2) / 3 * 4;
  return base64 + (base64 + 75) / 76 * 2 + kHeaders + 6 * name.size();
}

Attachments attach_within(const std::string& log_path, std::uint64_t log_offset,
                          std::uint64_t log_bytes, const std::vector<Artifact>& artifacts,
                          const AttachmentBudget& budget, TextGate gate)
{
  Packer packer{budget, gate};
  if (!log_path.empty() && log_bytes > 0) {
    packer.log(log_path, log_offset, log_bytes);
  }
  for (const Artifact& artifact : artifacts) {
    packer.artifact(artifact);
  }
  return packer.result();
}

}  // namespace gpualert
