#include "cli/config_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::cli {

namespace {

constexpr std::size_t kColumn = 44;  // of the comments; longer values push theirs

std::string state_of(const ConfigFile& file)
{
  switch (file.state) {
    case ConfigFile::State::read:
      return "read";
    case ConfigFile::State::absent:
      return "not there";
    case ConfigFile::State::unreadable:
      break;
  }
  return "cannot be read: " + file.problem;
}

std::string line(const std::string& left, const std::string& comment)
{
  return fmt::format("{:{}} # {}\n", left, kColumn, comment);
}

// A setting without a value is a comment: the text stays a configuration that says the same.
std::string setting_line(const ShownSetting& setting)
{
  return setting.value.empty()
             ? line("#" + setting.key, setting.origin)
             : line(fmt::format("{} = {}", setting.key, setting.value), setting.origin);
}

std::string join_json(const std::vector<ShownSetting>& settings, const char* indent)
{
  std::string text;
  for (const ShownSetting& setting : settings) {
    text +=
        fmt::format("{}\n{}{{\"key\":{},\"value\":{},\"origin\":{}}}", text.empty() ? "" : ",",
                    indent, toml_string(setting.key),
                    setting.value.empty() ? "null" : setting.value, toml_string(setting.origin));
  }
  return text;
}

}  // namespace

std::string files_text(const std::vector<ConfigFile>& files)
{
  std::size_t width = 0;
  for (const ConfigFile& file : files) {
    width = std::max(width, file.path.size());
  }
  std::string text;
  for (const ConfigFile& file : files) {
    text += fmt::format("{:{}}  {}\n", file.path, width, state_of(file));
  }
  return text;
}

std::string config_text(const ConfigView& view)
{
  std::string text;
  for (const ConfigFile& file : view.files) {
    text += fmt::format("# {}: {}\n", file.path, state_of(file));
  }
  for (const ShownSetting& setting : view.settings) {
    text += setting_line(setting);
  }
  for (const ShownChannel& channel : view.channels) {
    text += "\n" + line("[[channel]]", channel.origin);
    for (const ShownSetting& setting : channel.settings) {
      text += setting_line(setting);
    }
  }
  return text;
}

std::string config_json(const ConfigView& view)
{
  std::string files;
  for (const ConfigFile& file : view.files) {
    files += fmt::format("{}\n  {{\"path\":{},\"state\":{}}}", files.empty() ? "" : ",",
                         toml_string(file.path), toml_string(state_of(file)));
  }
  std::string channels;
  for (const ShownChannel& channel : view.channels) {
    channels += fmt::format("{}\n  {{\"name\":{},\"origin\":{},\"settings\":[{}]}}",
                            channels.empty() ? "" : ",", toml_string(channel.name),
                            toml_string(channel.origin), join_json(channel.settings, "   "));
  }
  return fmt::format(
      "{{\"schema\":1,\n \"files\":[{}],\n \"settings\":[{}],\n \"channels\":[{}]}}\n", files,
      join_json(view.settings, "  "), channels);
}

}  // namespace gpualert::cli
