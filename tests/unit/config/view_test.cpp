#include <gpualert/config_view.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace gpualert;

namespace {

LoadedConfig load(const std::map<std::string, std::string>& command_line,
                  const Environment& environment)
{
  return load_config(command_line, environment).value();
}

ShownSetting find(const std::vector<ShownSetting>& settings, const std::string& key)
{
  const auto found = std::ranges::find(settings, key, &ShownSetting::key);
  REQUIRE(found != settings.end());
  return *found;
}

std::set<std::string> keys(const ShownChannel& channel)
{
  std::set<std::string> names;
  for (const ShownSetting& setting : channel.settings) {
    names.insert(setting.key);
  }
  return names;
}

}  // namespace

TEST_CASE("view: every key of the table is shown, with its default")
{
  const Environment environment{{"HOME", "/no/such/home"}};
  const auto settings = show_settings(load({}, environment), environment);
  REQUIRE(settings.size() == config_keys().size());
  CHECK(find(settings, "keep_days").value == "30");
  CHECK(find(settings, "keep_days").origin == "default");
  CHECK(find(settings, "quiet").value == "false");
  CHECK(find(settings, "runs_dir").value == "\"/no/such/home/.local/state/gpualert/runs\"");
  CHECK(find(settings, "to").value.empty());
  CHECK(find(settings, "to").origin == "default: user@host");
}

TEST_CASE("view: no_notify and notify together show what counts")
{
  const Environment environment{{"GPUALERT_NO_NOTIFY", "1"}};
  const auto never = show_settings(load({}, environment), environment);
  CHECK(find(never, "notify").value == "\"never\"");
  CHECK(find(never, "notify").origin == "environment");
  const auto always = show_settings(load({{"notify", "always"}}, environment), environment);
  CHECK(find(always, "notify").value == "\"always\"");
  CHECK(find(always, "notify").origin == "command line");
  CHECK(find(always, "no_notify").value == "false");
  const auto off = show_settings(load({{"no_notify", "0"}}, {{"GPUALERT_NOTIFY", "never"}}), {});
  CHECK(find(off, "notify").origin == "environment");
}

TEST_CASE("view: a channel shows the keys of its type, and what was given besides")
{
  LoadedConfig loaded;
  ChannelSettings channel;
  channel.name = channel.type = "sendmail";
  loaded.config.channels.push_back(channel);
  loaded.given["channel.sendmail.host"] = {"relay", 3};
  loaded.origins["channel.sendmail.host"] = "f:2";
  const auto channels = show_channels(loaded);
  REQUIRE(channels.size() == 1);
  CHECK(keys(channels[0]) == std::set<std::string>{"name", "type", "to", "from", "budget",
                                                   "mails_per_hour", "command", "host"});
  CHECK(find(channels[0].settings, "host").origin == "f:2");
}

TEST_CASE("view: a webhook shows what it shares with smtp, and of its url the host")
{
  LoadedConfig loaded;
  ChannelSettings channel;
  channel.name = channel.type = "webhook";
  loaded.config.channels.push_back(channel);
  loaded.given["channel.webhook.url"] = {"https://ann:pw@hooks.example.org/T0/s3cret?k=1", 1};
  loaded.origins["channel.webhook.url"] = "f:3";
  const auto channels = show_channels(loaded);
  CHECK(keys(channels[0]) == std::set<std::string>{"name", "type", "to", "from", "mails_per_hour",
                                                   "insecure", "ca_file", "url", "url_env",
                                                   "url_file", "template"});
  CHECK(find(channels[0].settings, "url").value == "\"https://hooks.example.org/[masked]\"");
}

TEST_CASE("view: without a channel the embedded Maildir is shown")
{
  LoadedConfig loaded;
  loaded.config.state_dir = "/s";
  const auto channels = show_channels(loaded);
  REQUIRE(channels.size() == 1);
  CHECK(channels[0].origin == "default");
  CHECK(find(channels[0].settings, "path").value == "\"/s/mail\"");
}

TEST_CASE("view: a command that prints the password shows its program only")
{
  const auto shown = [](const std::string& command) {
    LoadedConfig loaded;
    ChannelSettings channel;
    channel.name = channel.type = "smtp";
    loaded.config.channels.push_back(channel);
    loaded.given["channel.smtp.password_command"] = {command, 1};
    loaded.origins["channel.smtp.password_command"] = "f:1";
    return find(show_channels(loaded)[0].settings, "password_command").value;
  };
  CHECK(shown("pass show smtp") == "\"pass [masked]\"");
  CHECK(shown("askpass") == "\"askpass\"");
  CHECK(shown("P=hunter2 printenv P") == "\"[masked]\"");
}

TEST_CASE("view: text as TOML and JSON")
{
  CHECK(toml_string("a\"b\\c\n\t\x01\x7f") == R"("a\"b\\c\n\t\u0001\u007f")");
  CHECK(toml_string("caf\xc3\xa9 \xff") == "\"caf\xc3\xa9 \xef\xbf\xbd\"");
}
