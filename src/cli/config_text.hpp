#pragma once

#include <gpualert/config_view.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// What `gpualert config show` prints.
struct ConfigView {
  std::vector<ConfigFile> files;
  std::vector<ShownSetting> settings;
  std::vector<ShownChannel> channels;
};

// As TOML, the origin of each value behind it in a comment.
std::string config_text(const ConfigView& view);
// {"schema":1,"files":[…],"settings":[{"key":…,"value":…,"origin":…}],"channels":[…]}
std::string config_json(const ConfigView& view);

// A file a line: its path and whether it is there.
std::string files_text(const std::vector<ConfigFile>& files);

}  // namespace gpualert::cli
