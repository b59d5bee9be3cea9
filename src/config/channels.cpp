#include "config/channels.hpp"

#include "base/suggest.hpp"
#include "config/directories.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpualert {

namespace {

using Kind = TomlEntry::Kind;

bool name_taken(const std::vector<ChannelSettings>& channels, const std::string& name)
{
  return std::ranges::any_of(channels, [&](const auto& other) { return other.name == name; });
}

// "smtp", or "smtp-2" when there is one already.
std::string free_name(const std::vector<ChannelSettings>& channels, const std::string& wanted)
{
  std::string name = wanted;
  for (int n = 2; name_taken(channels, name); ++n) {
    name = fmt::format("{}-{}", wanted, n);
  }
  return name;
}

class ChannelReader {
public:
  ChannelReader(const std::string& path, const Environment& environment,
                std::vector<ConfigWarning>& warnings)
      : path_(path), environment_(environment), warnings_(warnings)
  {
  }

  // `given` receives what was accepted.
  ChannelSettings read(const TomlChannel& table, std::vector<TomlEntry>& given)
  {
    given_ = &given;
    given.clear();
    ChannelSettings channel;
    for (const TomlEntry& entry : table.entries) {
      set(channel, entry);
    }
    return channel;
  }

  void warn(std::size_t line, std::size_t column, const std::string& what)
  {
    warnings_.push_back({fmt::format("{}:{}:{}: {}", path_, line, column, what)});
  }

private:
  void set(ChannelSettings& channel, const TomlEntry& entry)
  {
    const Key<ChannelSettings>* key = find_key(channel_table(), entry.key);
    if (key == nullptr) {
      std::vector<std::string> names;
      for (const KeyInfo& info : channel_keys()) {
        names.emplace_back(info.key);
      }
      warn(entry.line, entry.column,
           entry.key == "password"
               ? "a password does not stand in this file: use password_file, password_command or "
                 "password_env"
               : unknown_key(entry.key, names));
      return;
    }
    Status status = check_type(key->type, entry);
    TomlEntry value = entry;
    if (key->type == KeyType::path) {
      value.text = expand_path(entry.text, environment_);
    }
    if (status) {
      status = key->apply(channel, value.text);
    }
    if (status) {
      given_->push_back(std::move(value));
    } else {
      warn(entry.line, entry.column, entry.key + ": " + status.error().what);
    }
  }

  const std::string& path_;
  const Environment& environment_;
  std::vector<ConfigWarning>& warnings_;
  std::vector<TomlEntry>* given_ = nullptr;
};

// Where the settings of a channel came from.
void remember(const std::string& path, const std::string& name, const TomlChannel& table,
              const std::vector<TomlEntry>& given, LoadedConfig& loaded)
{
  const std::string channel = "channel." + name;
  loaded.origins[channel] = fmt::format("{}:{}", path, table.line);
  loaded.given[channel] = {name, table.column};
  for (const TomlEntry& entry : given) {
    const std::string key = channel + "." + entry.key;
    loaded.origins[key] = fmt::format("{}:{}", path, entry.line);
    loaded.given[key] = {entry.key == "name" ? name : entry.text, entry.column};
  }
}

template <typename Value>
void forget_channels(std::map<std::string, Value>& values)
{
  std::erase_if(values, [](const auto& item) { return item.first.starts_with("channel"); });
}

std::string why_unusable(const ChannelSettings& channel)
{
  if (channel.type.empty()) {
    return "channel ignored: it has no type (smtp, sendmail, maildir or webhook)";
  }
  if (channel.type == "smtp" && channel.host.empty()) {
    return "channel ignored: smtp needs a host";
  }
  return "";
}

}  // namespace

std::string unknown_key(const std::string& key, const std::vector<std::string>& known)
{
  const std::string meant = nearest(key, known);
  return fmt::format("unknown key {}{}", quoted(key),
                     meant.empty() ? "" : fmt::format(R"( (did you mean "{}"?))", meant));
}

Status check_type(KeyType type, const TomlEntry& entry)
{
  const auto refuse = [](const char* wanted) { return Error{fmt::format("must be {}", wanted)}; };
  switch (type) {
    case KeyType::text:
    case KeyType::path:
    case KeyType::choice:
      return entry.kind == Kind::text ? ok() : refuse("a string in quotes");
    case KeyType::list:
    case KeyType::paths:
      return entry.kind == Kind::text || entry.kind == Kind::list
                 ? ok()
                 : refuse("a string in quotes, or a list of them");
    case KeyType::toggle:
      return entry.kind == Kind::toggle ? ok() : refuse("true or false");
    case KeyType::number:
      return entry.kind == Kind::number ? ok() : refuse("a number");
    case KeyType::duration:
    case KeyType::size:
      return entry.kind == Kind::number || entry.kind == Kind::text
                 ? ok()
                 : refuse(R"(a number, or a string such as "90s" or "5G")");
  }
  return refuse("something else");
}

void read_channels(const std::string& path, const TomlFile& file, const Environment& environment,
                   LoadedConfig& loaded)
{
  std::vector<ChannelSettings>& channels = loaded.config.channels;
  channels.clear();
  forget_channels(loaded.origins);
  forget_channels(loaded.given);
  loaded.origins["channel"] = fmt::format("{}:{}", path, file.channels.front().line);
  loaded.given["channel"] = {"", file.channels.front().column};
  std::vector<TomlEntry> given;
  ChannelReader reader{path, environment, loaded.warnings};
  for (const TomlChannel& table : file.channels) {
    ChannelSettings channel = reader.read(table, given);
    if (const std::string why = why_unusable(channel); !why.empty()) {
      // The last table of a broken file was cut in the middle; the break itself is told already.
      if (!file.broken || &table != &file.channels.back()) {
        reader.warn(table.line, table.column, why);
      }
      continue;
    }
    if (channel.name.empty()) {
      channel.name = free_name(channels, channel.type);
    } else if (name_taken(channels, channel.name)) {
      const std::string name = free_name(channels, channel.name);
      reader.warn(table.line, table.column,
                  fmt::format("channel name {} is taken; this one is called {}",
                              quoted(channel.name), quoted(name)));
      channel.name = name;
    }
    remember(path, channel.name, table, given, loaded);
    channels.push_back(std::move(channel));
  }
}

}  // namespace gpualert
