#include <gpualert/config_view.hpp>

#include "base/text.hpp"
#include "config/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert {

namespace {

constexpr const char* kHidden = "[masked]";

// A command may hold a password: its program says enough.
std::string program_of(const std::string& command)
{
  const std::string first = command.substr(0, command.find_first_of(" \t\n"));
  const bool assigns = first.find('=') != std::string::npos;
  return assigns ? kHidden : first == command ? first : fmt::format("{} {}", first, kHidden);
}

// Of a webhook's address all but the host is a secret.
std::string host_of(const std::string& url)
{
  const auto begin = url.find("://");
  if (begin == std::string::npos) {
    return kHidden;
  }
  const std::string authority =
      url.substr(begin + 3, url.find_first_of("/?#", begin + 3) - begin - 3);
  return fmt::format("{}{}/{}", url.substr(0, begin + 3),
                     authority.substr(authority.rfind('@') + 1), kHidden);
}

std::string masked(std::string_view key, const std::string& text)
{
  return key == "password_command" ? program_of(text) : key == "url" ? host_of(text) : text;
}

std::string literal(KeyType type, const std::string& text)
{
  if (type == KeyType::toggle) {
    const Result<bool> value = parse_switch(text);
    return value && value.value() ? "true" : "false";
  }
  return type == KeyType::number ? text : toml_string(text);
}

// "(default: user@host)" at the end of a help text says what is taken when nothing is set.
std::string default_in(std::string_view help)
{
  constexpr std::string_view kBegin = "(default: ";
  const auto at = help.find(kBegin);
  if (at == std::string_view::npos) {
    return "default";
  }
  const std::string_view rest = help.substr(at + kBegin.size());
  return fmt::format("default: {}", rest.substr(0, rest.find(')')));
}

// `initial`: the default, where that depends on the environment.
template <typename Target>
ShownSetting show(const Key<Target>& key, const std::string& place, const LoadedConfig& loaded,
                  const std::string& initial)
{
  const auto given = loaded.given.find(place);
  ShownSetting shown{std::string{key.info.key}, "", "default"};
  if (given != loaded.given.end()) {
    shown.value = literal(key.type, masked(key.info.key, given->second.text));
    shown.origin = loaded.origins.at(place);
  } else if (!initial.empty()) {
    shown.value = literal(key.type, initial);
  } else {
    shown.origin = default_in(key.info.help);
  }
  return shown;
}

bool is_type(std::string_view word)
{
  return word == "smtp" || word == "sendmail" || word == "maildir" || word == "webhook";
}

// "smtp, webhook: …": a help text says first which types its key is for, if not for all.
bool concerns(const KeyInfo& key, const std::string& type)
{
  const auto colon = key.help.find(':');
  std::string_view front = colon == std::string_view::npos ? "" : key.help.substr(0, colon);
  bool for_some = false;
  while (is_type(front.substr(0, front.find(',')))) {
    const std::string_view word = front.substr(0, front.find(','));
    if (word == type) {
      return true;
    }
    for_some = true;
    front.remove_prefix(std::min(word.size() + 2, front.size()));
  }
  return !for_some;
}

ShownChannel show_channel(const ChannelSettings& channel, const LoadedConfig& loaded)
{
  const std::string place = "channel." + channel.name;
  const auto origin = loaded.origins.find(place);
  ShownChannel shown{channel.name, origin == loaded.origins.end() ? "default" : origin->second, {}};
  for (const Key<ChannelSettings>& key : channel_table()) {
    const std::string key_place = fmt::format("{}.{}", place, key.info.key);
    if (!concerns(key.info, channel.type) && !loaded.given.contains(key_place)) {
      continue;
    }
    const std::string initial = key.info.key == "name"   ? channel.name
                                : key.info.key == "type" ? channel.type
                                : key.info.key == "path" ? loaded.config.state_dir + "/mail"
                                                         : std::string{key.info.initial};
    shown.settings.push_back(show(key, key_place, loaded, initial));
  }
  return shown;
}

}  // namespace

std::vector<ShownSetting> show_settings(const LoadedConfig& loaded, const Environment& environment)
{
  std::vector<ShownSetting> settings;
  for (const Key<Config>& key : setting_table()) {
    const std::string name{key.info.key};
    const std::string initial = name == "state_dir" ? loaded.config.state_dir
                                : name == "runs_dir"
                                    ? runs_dir_candidates(loaded.config, environment).front()
                                    : std::string{key.info.initial};
    settings.push_back(show(key, name, loaded, initial));
  }
  return settings;
}

std::vector<ShownChannel> show_channels(const LoadedConfig& loaded)
{
  std::vector<ShownChannel> channels;
  for (const ChannelSettings& channel : loaded.config.channels) {
    channels.push_back(show_channel(channel, loaded));
  }
  if (channels.empty()) {
    ChannelSettings fallback;
    fallback.name = fallback.type = "maildir";
    channels.push_back(show_channel(fallback, loaded));
  }
  return channels;
}

std::string toml_string(std::string_view text)
{
  std::string out = "\"";
  for (const char c : to_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append(1, '\\').append(1, c);
    } else if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{:04x}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace gpualert
