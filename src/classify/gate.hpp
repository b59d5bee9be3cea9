#pragma once

#include "classify/rule_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gpualert {

// Looks for hundreds of literals at a few GB/s. Every second position of the text is sampled: four
// bytes, folded to lower case, hashed into a table. A literal puts two neighbouring four-byte
// windows into the table, so each occurrence is sampled in one of them; what the table lets pass
// is compared in full. There is no dependency between samples, so the processor overlaps them.
class Gate {
public:
  static constexpr std::size_t kStride = 2;
  static constexpr std::size_t kGram = 4;
  // Bytes of a literal that the gate samples, hence also the length of the shortest literal.
  static constexpr std::size_t kWindow = kGram + kStride - 1;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // `literals` must outlive the gate; each has at least kWindow bytes from its window on.
  explicit Gate(std::span<const GateLiteral> literals);

  // A position inside the first literal that lies in text[from…], or kNone.
  std::size_t find(std::string_view text, std::size_t from) const noexcept;

  // Adds the index of each literal in `text` to `found`, each once.
  void collect(std::string_view text, std::vector<std::uint16_t>& found) const;

private:
  struct Entry {
    std::uint32_t gram = 0;
    std::uint16_t literal = 0;
    std::uint16_t offset = 0;  // of the gram in the literal
  };
  static constexpr unsigned kHashBits = 16;
  static constexpr unsigned kBucketShift = 4;
  static constexpr std::size_t kBuckets = std::size_t{1} << (kHashBits - kBucketShift);

  static std::uint32_t gram_at(const char* at) noexcept;
  static std::uint32_t hash(std::uint32_t gram) noexcept;
  std::uint8_t sampled(const char* at) const noexcept;
  bool holds(std::string_view text, std::size_t at, const Entry& entry) const noexcept;
  bool verify(std::string_view text, std::size_t at) const noexcept;

  std::span<const GateLiteral> literals_;
  std::array<std::uint8_t, std::size_t{1} << kHashBits> marked_{};  // 1: some literal has this hash
  std::array<std::uint16_t, kBuckets + 1> bucket_{};
  std::vector<Entry> entries_;  // by bucket
};

}  // namespace gpualert
