#include "artifacts/packer.hpp"

#include <gpualert/artifacts.hpp>

#include <utility>

namespace gpualert {

std::uint64_t encoded_size(std::uint64_t raw, std::string_view name) noexcept
{
  constexpr std::uint64_t kHeaders = 400;  // boundary, type, encoding, disposition, blank line
  const std::uint64_t base64 = (raw + 2) / 3 * 4;
  return base64 + (base64 + 75) / 76 * 2 + kHeaders + 6 * name.size();
}

Attachments attach_within(const std::string& log_path, std::uint64_t log_offset,
                          std::uint64_t log_bytes, const std::vector<Artifact>& artifacts,
                          const AttachmentBudget& budget, const TextGate& gate)
{
  Packer packer{budget, gate};
  if (!log_path.empty() && log_bytes > 0) {
    packer.log(log_path, log_offset, log_bytes);
  }
  for (const Artifact& artifact : artifacts) {
    packer.artifact(artifact);
  }
  return std::move(packer).result();
}

Attachments attach_less(const std::vector<Attachment>& whole, const std::string& log_path,
                        std::uint64_t log_offset, const AttachmentBudget& budget,
                        const TextGate& gate, const std::string& why)
{
  Packer packer{budget, gate};
  for (const Attachment& file : whole) {
    if (file.path == log_path) {
      packer.log_before(file, log_offset, why);
    } else {
      packer.packed_before(file, why);
    }
  }
  return std::move(packer).result();
}

}  // namespace gpualert
