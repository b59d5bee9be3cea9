#pragma once

#include <fcntl.h>

#include <string>
#include <string_view>

// Names in held/ beside those of its groups.
namespace gpualert::outbox {

inline constexpr const char* kSince = ".since";  // in a group: when its first member came
inline constexpr const char* kMembers =
    "members";  // in a digest: BASE, tab, Message-ID; a line for each
inline constexpr std::string_view kDigest = ".digest.";  // + group
inline constexpr std::string_view kGone = ".gone.";      // a member that a digest has named
inline constexpr int kOpenDir = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

inline std::string with(std::string_view prefix, std::string_view name)
{
  return std::string(prefix).append(name);
}

}  // namespace gpualert::outbox
