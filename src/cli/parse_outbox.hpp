#pragma once

#include "cli/cli11.hpp"
#include "cli/commands.hpp"

namespace gpualert::cli {

// Describes `gpualert outbox` and its commands to the parser of `app`.
CLI::App* add_outbox(CLI::App& app, OutboxOptions& options);

// Does what was chosen; without a choice, prints help.

int outbox_command(const CLI::App& outbox, const OutboxOptions& options);

}  // namespace gpualert::cli
