#pragma once

#include "cli/cli11.hpp"
#include "cli/commands.hpp"

#include <optional>

namespace gpualert::cli {

// The commands that set gpualert up and try whether it works: config, test-email, doctor.
struct SetupCommands {
  ConfigOptions config;
  CLI::App* config_app = nullptr;
  TestEmailOptions test_email;
  CLI::App* test_email_app = nullptr;
  DoctorOptions doctor;
  CLI::App* doctor_app = nullptr;
};

void add_setup(CLI::App& app, SetupCommands& commands);

// The exit status of the one that was chosen; nothing: none was, or `config` without its second
// word.
std::optional<int> run_setup(const SetupCommands& commands);

}  // namespace gpualert::cli
