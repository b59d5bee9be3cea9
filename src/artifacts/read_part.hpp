#pragma once

#include <gpualert/result.hpp>

#include <cstdint>
#include <string>

namespace gpualert {

// `size` bytes of a regular file from `offset` on, fewer where it ends. Follows no link as the last
// component, waits for no FIFO.
Result<std::string> read_part(const std::string& path, std::uint64_t offset, std::uint64_t size);

// The same of a regular file that is open; `path` is its name in errors.
Result<std::string> read_part(int fd, const std::string& path, std::uint64_t offset,
                              std::uint64_t size);

}  // namespace gpualert
