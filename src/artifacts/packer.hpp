#pragma once

#include <gpualert/artifacts.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace gpualert {

// Puts one file after the other into what a message may hold.
class Packer {
public:
  // Both are needed as long as it is.
  Packer(const AttachmentBudget& budget, const TextGate& gate);

  // The log: whole, else compressed, else its head and tail.
  void log(const std::string& path, std::uint64_t offset, std::uint64_t size);
  void artifact(const Artifact& artifact);

  // What was packed for a larger message: as it is, compressed, or not at all, with the reason
  // `why`
  // ("": what it needs, and what is left).
  void packed_before(const Attachment& file, const std::string& why);
  // The same of the log, which is cut before it is left out.
  void log_before(const Attachment& file, std::uint64_t offset, const std::string& why);

  Attachments result() && { return std::move(result_); }

private:
  Attachment considered(const std::string& path, std::uint64_t size);
  std::optional<std::string> log_part(Attachment& file, std::uint64_t offset,
                                      std::uint64_t size) const;
  std::optional<std::string> gated(Attachment& file);
  bool add(Attachment& file, std::string bytes, Fate fate);
  void leave(Attachment file, std::string reason);
  bool plain_log(Attachment& file, std::uint64_t offset);
  bool whole(Attachment& file);
  bool pack(Attachment& file, const std::string& bytes, Fate fate,
            std::chrono::steady_clock::time_point until);
  bool packed(Attachment& file);
  bool packed_log(Attachment& file, std::uint64_t offset);
  bool keep(const Attachment& before);
  bool compress(const Attachment& before);
  bool cut(Attachment& file, std::uint64_t offset);
  std::string what_is_needed(const Attachment& file) const;
  std::string no_end_fits() const;

  const AttachmentBudget& budget_;
  const TextGate& gate_;
  std::chrono::steady_clock::time_point until_;
  std::uint64_t left_;
  bool in_log_ = false;
  std::set<std::string> names_;
  Attachments result_;
};

}  // namespace gpualert
