#pragma once

#include <gpualert/result.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace gpualert::cli {

// `gpualert run [options] [--] COMMAND [ARG...]`, taken apart.
struct RunLine {
  std::map<std::string, std::string> settings;  // key ("runs_dir") -> text, for load_config
  std::vector<std::string> command;             // the job's, byte for byte
  bool help = false;
};

// Walks the arguments after "run" like getopt with "+": our options end at the first "--" or at the
// first word that is no option, and everything after that is the job's. An Error is a usage error.
// Not CLI11: it would split "[1,2]", and take "--" or an unknown option from the job's own words.
Result<RunLine> parse_run_line(std::span<char* const> args);

}  // namespace gpualert::cli
