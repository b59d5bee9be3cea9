#include "cli/commands.hpp"
#include "cli/git_revision.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/version.hpp>

#include <fmt/format.h>

namespace gpualert::cli {

std::string version_line()
{
  const RulesInfo rules = builtin_rules_info();
  const std::string_view git = git_revision();
  return fmt::format("gpualert {} ({}{}{}, {} rules {})", kVersion, git.empty() ? "" : "git ",
                     git.empty() ? "" : std::string{git} + ", ", kBuildInfo, rules.rules,
                     rules.hash);
}

}  // namespace gpualert::cli
