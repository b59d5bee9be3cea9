#include "classify/gate.hpp"

#include <algorithm>
#include <cstring>

namespace gpualert {

namespace {

constexpr std::size_t kUnroll = 4;  // samples a turn

char lower(char c) noexcept
{
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool equal(std::string_view text, std::string_view literal, bool caseless) noexcept
{
  if (!caseless) {
    return std::memcmp(text.data(), literal.data(), literal.size()) == 0;
  }
  return std::equal(literal.begin(), literal.end(), text.begin(),
                    [](char want, char have) { return want == lower(have); });
}

}  // namespace

inline std::uint32_t Gate::gram_at(const char* at) noexcept
{
  std::uint32_t gram = 0;
  std::memcpy(&gram, at, kGram);
  return gram | 0x20202020U;
}

inline std::uint32_t Gate::hash(std::uint32_t gram) noexcept
{
  return (gram * 0x9E3779B1U) >> (32U - kHashBits);
}

inline std::uint8_t Gate::sampled(const char* at) const noexcept
{
  return marked_[hash(gram_at(at))];
}

Gate::Gate(std::span<const GateLiteral> literals) : literals_(literals)
{
  entries_.reserve(literals.size() * kStride);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    for (std::size_t k = 0; k < kStride; ++k) {
      const std::size_t offset = literals[i].window + k;
      const std::uint32_t gram = gram_at(literals[i].text.data() + offset);
      marked_[hash(gram)] = 1;
      entries_.push_back({gram, static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(offset)});
    }
  }
  const auto bucket = [](const Entry& entry) { return hash(entry.gram) >> kBucketShift; };
  std::sort(entries_.begin(), entries_.end(),
            [&](const Entry& a, const Entry& b) { return bucket(a) < bucket(b); });
  for (const Entry& entry : entries_) {
    ++bucket_[bucket(entry) + 1];
  }
  for (std::size_t i = 1; i < bucket_.size(); ++i) {
    bucket_[i] = static_cast<std::uint16_t>(bucket_[i] + bucket_[i - 1]);
  }
}

bool Gate::holds(std::string_view text, std::size_t at, const Entry& entry) const noexcept
{
  const GateLiteral& literal = literals_[entry.literal];
  if (entry.offset > at || at - entry.offset + literal.text.size() > text.size()) {
    return false;
  }
  return equal(text.substr(at - entry.offset), literal.text, literal.caseless);
}

bool Gate::verify(std::string_view text, std::size_t at) const noexcept
{
  const std::uint32_t gram = gram_at(text.data() + at);
  const std::size_t b = hash(gram) >> kBucketShift;
  for (std::size_t i = bucket_[b]; i < bucket_[b + 1]; ++i) {
    if (entries_[i].gram == gram && holds(text, at, entries_[i])) {
      return true;
    }
  }
  return false;
}

std::size_t Gate::find(std::string_view text, std::size_t from) const noexcept
{
  text.remove_prefix(from);
  std::size_t i = 0;
  const char* const data = text.data();
  // Four independent samples a turn: one branch, rarely taken.
  while (i + kUnroll * kStride + kGram <= text.size()) {
    const int any = sampled(data + i) | sampled(data + i + kStride) |
                    sampled(data + i + 2 * kStride) | sampled(data + i + 3 * kStride);
    if (any != 0) {
      for (std::size_t k = 0; k < kUnroll; ++k) {
        const std::size_t at = i + k * kStride;
        if (sampled(data + at) != 0 && verify(text, at)) {
          return from + at;
        }
      }
    }
    i += kUnroll * kStride;
  }
  for (; i + kGram <= text.size(); i += kStride) {
    if (sampled(data + i) != 0 && verify(text, i)) {
      return from + i;
    }
  }
  return kNone;
}

void Gate::collect(std::string_view text, std::vector<std::uint16_t>& found) const
{
  for (std::size_t at = 0; at + kGram <= text.size(); at += kStride) {
    if (sampled(text.data() + at) == 0) {
      continue;
    }
    const std::uint32_t gram = gram_at(text.data() + at);
    const std::size_t b = hash(gram) >> kBucketShift;
    for (std::size_t i = bucket_[b]; i < bucket_[b + 1]; ++i) {
      if (entries_[i].gram == gram && holds(text, at, entries_[i]) &&
          std::find(found.begin(), found.end(), entries_[i].literal) == found.end()) {
        found.push_back(entries_[i].literal);
      }
    }
  }
}

}  // namespace gpualert
