#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gpualert {

constexpr std::size_t kMaxVariable = 256;  // what follows tells nobody anything

// The value of an environment variable, cut; "" where there is none, or no name.
inline std::string env(const char* name)
{
  const char* value = name == nullptr ? nullptr : std::getenv(name);
  return value == nullptr ? std::string()
                          : std::string(std::string_view(value).substr(0, kMaxVariable));
}

inline bool is_set(const char* name)
{
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace gpualert
