#pragma once

#include <string>
#include <vector>

namespace gpualert {

// Names in a directory but those that begin with a dot, in descending order. Empty when it cannot
// be read.
std::vector<std::string> names_in(const std::string& dir);

// Those that do, but "." and "..".
std::vector<std::string> hidden_names_in(const std::string& dir);

// Run directories (those with a run.json) of runs/DATE, newest first.
std::vector<std::string> runs_of_day(const std::string& day);

bool path_exists(const std::string& path);

// The last component of a path.
std::string base_name(const std::string& path);

}  // namespace gpualert
