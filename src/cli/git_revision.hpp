#pragma once

#include <string_view>

namespace gpualert::cli {

// "1a2b3c4", "1a2b3c4-dirty", or "" when the sources were no git checkout. Written at each build by
// cmake/git_revision.cmake.
std::string_view git_revision() noexcept;

}  // namespace gpualert::cli
