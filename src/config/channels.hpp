#pragma once

#include "config/keys.hpp"
#include "config/toml_file.hpp"

#include <string>
#include <vector>

namespace gpualert {

// "unknown key \"nmae\" (did you mean \"name\"?)".
std::string unknown_key(const std::string& key, const std::vector<std::string>& known);

// Whether a TOML value of this kind may stand for a key of this type; the Error says what may.
Status check_type(KeyType type, const TomlEntry& entry);

// Puts the [[channel]] tables of a file, each checked, in the place of those that `loaded` has;
// what cannot be used is left out with a warning.
void read_channels(const std::string& path, const TomlFile& file, const Environment& environment,
                   LoadedConfig& loaded);

}  // namespace gpualert
