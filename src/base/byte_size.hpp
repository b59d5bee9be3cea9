#pragma once

#include <cstdint>
#include <string>

namespace gpualert {

// "12.3 GiB", "512 B".
std::string byte_size(std::uint64_t bytes);

}  // namespace gpualert
