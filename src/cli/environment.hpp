#pragma once

#include <gpualert/config.hpp>

namespace gpualert::cli {

// The variables of this process that load_config and the directories need: ours, HOME, TMPDIR and
// XDG_*. Not the rest, which may be megabytes.
Environment our_environment();

}  // namespace gpualert::cli
