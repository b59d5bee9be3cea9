#pragma once

#include <gpualert/classifier.hpp>

#include <optional>
#include <string_view>

namespace gpualert {

// The names of roles in rule files.
std::string_view to_string(Role role) noexcept;
std::optional<Role> parse_role(std::string_view name) noexcept;

}  // namespace gpualert
