#pragma once

namespace gpualert::cli {

// Every command but `run`: parsed with CLI11, which this file's .cpp alone includes.
int other_command(int argc, char** argv);

}  // namespace gpualert::cli
