#include "artifacts/packer.hpp"

#include "artifacts/gzip.hpp"
#include "artifacts/line_edges.hpp"
#include "artifacts/packed_log.hpp"
#include "artifacts/read_part.hpp"
#include "base/byte_size.hpp"

#include <algorithm>
#include <utility>

namespace gpualert {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kPlainLog = 512U << 10U;  // a log up to this is attached as it is
constexpr std::uint64_t kHead = 256U << 10U;      // of a log that is cut
constexpr std::uint64_t kTail = 2U << 20U;
constexpr std::chrono::milliseconds kCutTime{200};  // a log is never left out for want of time
constexpr std::uint64_t kLargestFile = 64U << 20U;  // that is read at all

std::string last_component(const std::string& path)
{
  return path.substr(path.rfind('/') + 1);
}

// NUL and control bytes that no terminal understands. Of bytes without order, as compression leaves
// them, every tenth is one; logs have a few, and NULs in front where copytruncate cut them.
bool is_binary(std::string_view bytes)
{
  constexpr std::size_t kTextProbe = 4096;
  constexpr std::size_t kGoodPart = 16;  // one in so many
  const std::string_view probe =
      bytes.substr(std::min(bytes.find_first_not_of('\0'), bytes.size())).substr(0, kTextProbe);
  const auto controls = std::count_if(probe.begin(), probe.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x07 || (byte > 0x0D && byte < 0x20 && byte != 0x1B);
  });
  return static_cast<std::size_t>(controls) * kGoodPart > probe.size();
}

// What is known of a file before anything of it is packed.
Attachment unpacked(const Attachment& before)
{
  constexpr std::string_view kSuffix = ".gz";  // of ours, where it was not attached as it is
  Attachment file;
  file.path = before.path;
  file.size = before.size;
  file.name = before.fate == Fate::attached || before.fate == Fate::left_out
                  ? before.name
                  : before.name.substr(0, before.name.size() - kSuffix.size());
  return file;
}

}  // namespace

Packer::Packer(const AttachmentBudget& budget, const TextGate& gate)
    : budget_(budget),
      gate_(gate),
      until_(Clock::now() + budget.deadline),
      left_(budget.bytes > budget.body ? budget.bytes - budget.body : 0)
{
}

void Packer::log(const std::string& path, std::uint64_t offset, std::uint64_t size)
{
  in_log_ = true;
  Attachment file = considered(path, size);
  const bool done = (size <= kPlainLog && plain_log(file, offset)) || packed_log(file, offset) ||
                    cut(file, offset);
  if (!done) {
    leave(std::move(file), no_end_fits());
  }
  in_log_ = false;
}

void Packer::artifact(const Artifact& artifact)
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
    std::string needs = what_is_needed(file);
    leave(std::move(file), std::move(needs));
  }
}

void Packer::packed_before(const Attachment& file, const std::string& why)
{
  if (keep(file) || compress(file)) {
    return;
  }
  Attachment listed = unpacked(file);
  std::string reason = why.empty() ? what_is_needed(listed) : why;
  leave(std::move(listed), std::move(reason));
}

void Packer::log_before(const Attachment& file, std::uint64_t offset, const std::string& why)
{
  in_log_ = true;
  Attachment part = unpacked(file);
  if (!keep(file) && !compress(file) && !cut(part, offset)) {
    leave(std::move(part), why.empty() ? no_end_fits() : why);
  }
  in_log_ = false;
}

Attachment Packer::considered(const std::string& path, std::uint64_t size)
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

std::optional<std::string> Packer::log_part(Attachment& file, std::uint64_t offset,
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
std::optional<std::string> Packer::gated(Attachment& file)
{
  std::optional<std::string> bytes = log_part(file, 0, file.size);
  const bool text = bytes && !is_binary(*bytes);
  file.masked = 0;
  return text ? gate_(*bytes, file.masked) : bytes;
}

// Adds the file with what is attached of it, if that fits.
bool Packer::add(Attachment& file, std::string bytes, Fate fate)
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
  result_.masked += file.masked;
  result_.files.push_back(std::move(file));
  return true;
}

void Packer::leave(Attachment file, std::string reason)
{
  file.reason = file.reason.empty() ? std::move(reason) : file.reason;
  file.masked = 0;
  result_.files.push_back(std::move(file));
}

// A log is text, whatever bytes are in it.
bool Packer::plain_log(Attachment& file, std::uint64_t offset)
{
  const std::optional<std::string> bytes =
      encoded_size(file.size, file.name) > left_ ? std::nullopt : log_part(file, offset, file.size);
  file.masked = 0;
  return bytes && add(file, gate_(*bytes, file.masked), Fate::attached);
}

bool Packer::whole(Attachment& file)
{
  if (encoded_size(file.size, file.name) > left_ || Clock::now() > until_) {
    return false;
  }
  std::optional<std::string> bytes = gated(file);
  return bytes && add(file, std::move(*bytes), Fate::attached);
}

bool Packer::pack(Attachment& file, const std::string& bytes, Fate fate, Clock::time_point until)
{
  std::optional<std::string> small = gzip(bytes, left_, until);
  return small && add(file, std::move(*small), fate);
}

bool Packer::packed(Attachment& file)
{
  if (left_ == 0 || Clock::now() > until_) {
    return false;
  }
  const std::optional<std::string> bytes = gated(file);
  if (bytes) {
    file.reason.clear();
  }
  return bytes && pack(file, *bytes, Fate::compressed, until_);
}

bool Packer::packed_log(Attachment& file, std::uint64_t offset)
{
  file.masked = 0;
  std::optional<std::string> small =
      pack_log({file.path, offset, file.size, budget_.log_fd}, {left_, until_}, gate_, file.masked);
  if (!small) {
    return false;
  }
  file.reason.clear();
  return add(file, std::move(*small), Fate::compressed);
}

// As it was packed for a larger message; what was left out of that stays out.
bool Packer::keep(const Attachment& before)
{
  if (before.encoded > left_) {
    return false;
  }
  left_ -= before.encoded;
  result_.encoded += before.encoded;
  result_.masked += before.masked;
  result_.files.push_back(before);
  return true;
}

bool Packer::compress(const Attachment& before)
{
  Attachment smaller = unpacked(before);
  smaller.masked = before.masked;
  return before.fate == Fate::attached && pack(smaller, before.bytes, Fate::compressed, until_);
}

// Head and tail with the number of bytes between them; less and less tail until it fits.
bool Packer::cut(Attachment& file, std::uint64_t offset)
{
  for (std::uint64_t part = kTail; part >= kHead / 4 && left_ > 0; part /= 4) {
    const std::uint64_t most = std::min(file.size, std::min(kHead, part));
    const std::optional<std::string> head = log_part(file, offset, most);
    if (!head) {
      return false;
    }
    const std::uint64_t from = file.size - std::min(file.size - most, part);
    const std::optional<std::string> tail = log_part(file, offset + from, file.size - from);
    if (!tail) {
      return false;
    }
    const std::size_t end = last_edge(*head);
    const std::size_t begin = first_edge(*tail);
    const std::uint64_t out = from + begin - end;
    file.reason = "its first " + byte_size(end) + " and last " + byte_size(tail->size() - begin) +
                  "; " + byte_size(out) + " left out";
    file.masked = 0;
    const std::string bytes = gate_(head->substr(0, end), file.masked) +
                              "\n[gpualert: " + std::to_string(out) + " bytes left out here]\n" +
                              gate_(tail->substr(begin), file.masked);
    if (pack(file, bytes, Fate::cut, Clock::now() + kCutTime)) {
      return true;
    }
    file.reason.clear();
  }
  return false;
}

std::string Packer::what_is_needed(const Attachment& file) const
{
  return "needs " + byte_size(encoded_size(file.size, file.name)) + ", " + byte_size(left_) +
         " of the budget are left";
}

std::string Packer::no_end_fits() const
{
  return "not even its end fits: " + byte_size(left_) + " of the budget are left";
}

}  // namespace gpualert
