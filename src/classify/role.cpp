#include "classify/role.hpp"

#include <array>

namespace gpualert {

namespace {

struct Named {
  Role role;
  std::string_view name;
};

constexpr std::array<Named, 7> kRoles{{{Role::external, "external"},
                                       {Role::root, "root"},
                                       {Role::confirmation, "confirmation"},
                                       {Role::symptom, "symptom"},
                                       {Role::weak, "weak"},
                                       {Role::generic, "generic"},
                                       {Role::noise, "noise"}}};

}  // namespace

std::string_view to_string(Role role) noexcept
{
  for (const Named& entry : kRoles) {
    if (entry.role == role) {
      return entry.name;
    }
  }
  return "";
}

std::optional<Role> parse_role(std::string_view name) noexcept
{
  for (const Named& entry : kRoles) {
    if (entry.name == name) {
      return entry.role;
    }
  }
  return std::nullopt;
}

}  // namespace gpualert
