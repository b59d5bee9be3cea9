#include "outbox/names.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>

namespace gpualert::outbox {

// FNV-1a.
std::string short_hash(std::string_view bytes)
{
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  }
  return fmt::format("{:016x}", hash);
}

std::string group_of(const std::string& channel, std::vector<std::string> to)
{
  for (std::string& address : to) {
    std::ranges::transform(address, address.begin(), [](char c) {
      return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    });
  }
  std::ranges::sort(to);
  std::string text = channel;
  for (const std::string& address : to) {
    text.append(1, '\0').append(address);
  }
  return short_hash(text);
}

std::string unique_suffix()
{
  static std::atomic<int> count{0};
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return fmt::format("{}.{:09}.{}.{}", now.tv_sec, now.tv_nsec, ::getpid(), count.fetch_add(1));
}

}  // namespace gpualert::outbox
