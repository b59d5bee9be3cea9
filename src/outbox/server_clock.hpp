#pragma once

#include <gpualert/result.hpp>

#include <sys/stat.h>

#include <cstdint>

// Times as the file server's clock has them: the hosts that share an outbox need not agree on one.
namespace gpualert::outbox {

inline constexpr std::int64_t kNsPerSecond = 1'000'000'000;

inline std::int64_t changed_ns(const struct stat& info)
{
  return info.st_mtim.tv_sec * kNsPerSecond + info.st_mtim.tv_nsec;
}

// Dates the file now, and makes it where it is missing; gives its date.
Result<std::int64_t> stamp(int dir, const char* name);

// Makes the file; false when it is there already.
Result<bool> stamp_new(int dir, const char* name);

// The file's date; 0 when there is none.
std::int64_t stamped_ns(int dir, const char* name);

}  // namespace gpualert::outbox
