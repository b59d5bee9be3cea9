#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpualert {

// gzip (RFC 1952) of `data`; nothing when `until` passes or the result would exceed `limit` bytes.
std::optional<std::string> gzip(std::string_view data, std::uint64_t limit,
                                std::chrono::steady_clock::time_point until);

}  // namespace gpualert
