#include "scratch.hpp"

#include <gpualert/config.hpp>

#include <catch2/catch.hpp>

#include <filesystem>

using namespace gpualert;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

// A home directory of its own with a configuration file in it.
class Home {
public:
  explicit Home(const std::string& toml)
  {
    fs::create_directories(dir_ / ".config/gpualert");
    test::write(file(), toml);
    environment["HOME"] = dir_.path();
  }

  std::string file() const { return dir_ / ".config/gpualert/config.toml"; }

  LoadedConfig load(const std::map<std::string, std::string>& command_line = {}) const
  {
    return load_config(command_line, environment).value();
  }
  // The only warning there is, without the path of the file.
  std::string warning() const
  {
    const LoadedConfig loaded = load();
    REQUIRE(loaded.warnings.size() == 1);
    std::string text = loaded.warnings[0].text;
    if (text.starts_with(file())) {
      text.erase(0, file().size() + 1);
    }
    return text;
  }

  Environment environment;

private:
  test::Scratch dir_;
};

}  // namespace

TEST_CASE("config: nothing set gives the defaults, in silence")
{
  const LoadedConfig loaded = load_config({}, {{"HOME", "/no/such/home"}}).value();
  CHECK(loaded.warnings.empty());
  CHECK(loaded.origins.empty());
  CHECK(loaded.config.state_dir == "/no/such/home/.local/state/gpualert");
  CHECK(loaded.config.notify == Notify::automatic);
  CHECK(loaded.config.success_after == 60s);
  CHECK(loaded.config.notify_wait == -1ms);
  CHECK(loaded.config.keep_bytes == 5ULL << 30);
  CHECK(loaded.config.channels.empty());
}

TEST_CASE("config: the command line beats the environment beats the file, origins kept")
{
  Home home{"name = \"file\"\nto = \"file@x\"\npty = \"never\"\n"};
  home.environment["GPUALERT_NAME"] = "environment";
  home.environment["GPUALERT_TO"] = "environment@x";
  const LoadedConfig loaded = home.load({{"name", "argv"}});
  CHECK(loaded.config.name == "argv");
  CHECK(loaded.origins.at("name") == "command line");
  CHECK(loaded.config.to == "environment@x");
  CHECK(loaded.origins.at("to") == "environment");
  CHECK(loaded.config.pty == "never");
  CHECK(loaded.origins.at("pty") == home.file() + ":3");
  CHECK_FALSE(loaded.origins.contains("quiet"));
}

TEST_CASE("config: a bad value on the command line is an error, elsewhere a warning")
{
  Home home{"\nnotify = \"sometimes\"\n"};
  CHECK(home.warning() ==
        "2:1: notify: \"sometimes\" is not one of auto, always, failure, change, never");
  CHECK(home.load().config.notify == Notify::automatic);
  CHECK(load_config({{"notify_wait", "soon"}}, {}).error().what ==
        "--notify-wait: \"soon\" is not a duration (write 10, 0.2, 90s, 5m, 2h or 1d)");
  CHECK(load_config({{"runs_dir", ""}}, {}).error().what == "--runs-dir: the value is empty");
  const LoadedConfig loaded = load_config({}, {{"GPUALERT_PTY", "x"}}).value();
  REQUIRE(loaded.warnings.size() == 1);
  CHECK(loaded.warnings[0].text ==
        "environment: GPUALERT_PTY: \"x\" is not one of auto, always, never");
}

TEST_CASE("config: an unknown key is a warning with its place and a suggestion")
{
  CHECK(Home{"a = 1\n"}.warning() == "1:1: unknown key \"a\"");
  CHECK(Home{"quiet = true\n  nmae = \"x\"\n"}.warning() ==
        "2:3: unknown key \"nmae\" (did you mean \"name\"?)");
  CHECK(Home{"[mail]\nhost = \"x\"\n"}.warning() == "1:2: unknown key \"mail\"");
  CHECK(Home{"log = \"x\"\n"}.warning() == "1:1: \"log\" cannot be set in a file");
}

TEST_CASE("config: a value of the wrong type is a warning that says what is wanted")
{
  CHECK(Home{"name = 3\n"}.warning() == "1:1: name: must be a string in quotes");
  CHECK(Home{"quiet = \"yes\"\n"}.warning() == "1:1: quiet: must be true or false");
  CHECK(Home{"keep_days = \"3\"\n"}.warning() == "1:1: keep_days: must be a number");
  CHECK(Home{"to = [1, 2]\n"}.warning() ==
        "1:1: to: must be a string in quotes, or a list of them");
  CHECK(Home{"notify_wait = 1979-05-27\n"}.warning() ==
        "1:1: notify_wait: must be a number, or a string such as \"90s\" or \"5G\"");
}

TEST_CASE("config: durations and sizes in files, as numbers and as strings")
{
  const Config config =
      Home{"notify_wait = 0.2\nsuccess_after = 90\nkeep_bytes = \"1G\"\nkeep_days = 7\n"}
          .load()
          .config;
  CHECK(config.notify_wait == 200ms);
  CHECK(config.success_after == 90s);
  CHECK(config.keep_bytes == 1ULL << 30);
  CHECK(config.keep_days == 7);
}

TEST_CASE("config: a broken file is one warning, and what stands above the break counts")
{
  Home home{"name = \"n\"\nto = \"a@x\nquiet = true\n"};
  const LoadedConfig loaded = home.load();
  REQUIRE(loaded.warnings.size() == 1);
  CHECK(loaded.warnings[0].text.starts_with(home.file() + ":2:10: "));
  CHECK(loaded.warnings[0].text.ends_with("; this line and what follows it is ignored"));
  CHECK(loaded.config.name == "n");
  CHECK(loaded.config.to.empty());
  CHECK_FALSE(loaded.config.quiet);
}

TEST_CASE("config: --config replaces the user's file, and one that is missing is a warning")
{
  Home home{"name = \"user\"\n"};
  const std::string other = home.file() + ".other";
  test::write(other, "to = \"o@x\"\n");
  const LoadedConfig loaded = home.load({{"config", other}});
  CHECK(loaded.config.name.empty());
  CHECK(loaded.config.to == "o@x");
  home.environment["GPUALERT_CONFIG"] = other;
  CHECK(home.load().config.to == "o@x");
  fs::remove(other);
  CHECK(home.warning() == "configuration ignored: open " + other + ": No such file or directory");
  CHECK(home.load().config.name.empty());
}

TEST_CASE("config: --no-notify is --notify never, whichever comes first")
{
  CHECK(load_config({{"no_notify", "1"}, {"notify", "always"}}, {}).value().config.notify ==
        Notify::never);
  CHECK(Home{"no_notify = true\nnotify = \"always\"\n"}.load().config.notify == Notify::never);
  CHECK(load_config({{"notify", "always"}}, {{"GPUALERT_NO_NOTIFY", "1"}}).value().config.notify ==
        Notify::always);
}

TEST_CASE("config: an empty variable counts as unset, a misspelt one is told")
{
  CHECK(load_config({}, {{"GPUALERT_NOTIFY", ""}}).value().warnings.empty());
  CHECK(load_config({}, {{"GPUALERT_RUN_ID", "x"}, {"GPUALERT_RUN_PATH", "/x"}})
            .value()
            .warnings.empty());
  const LoadedConfig loaded = load_config({}, {{"GPUALERT_NOTFY", "never"}}).value();
  REQUIRE(loaded.warnings.size() == 1);
  CHECK(loaded.warnings[0].text ==
        "environment: GPUALERT_NOTFY is not a setting (did you mean GPUALERT_NOTIFY?)");
}

TEST_CASE("channels: every key is read, unnamed ones are named by their type")
{
  const Config config = Home{R"(
[[channel]]
type = "smtp"
host = "relay.example"
port = 2525
tls = "none"
insecure = true
user = "u"
password_env = "PW"
password_file = "~/pw"
to = ["a@x", "b@x"]
[[channel]]
type = "smtp"
host = "second"
[[channel]]
name = "box"
type = "maildir"
path = "/m"
)"}
                            .load()
                            .config;
  REQUIRE(config.channels.size() == 3);
  const ChannelSettings& first = config.channels[0];
  CHECK(first.name == "smtp");
  CHECK(first.host == "relay.example");
  CHECK(first.port == 2525);
  CHECK(first.tls == "none");
  CHECK(first.insecure);
  CHECK(first.to == "a@x,b@x");
  CHECK(first.password_env == "PW");
  CHECK(first.password_file.ends_with("/pw"));
  CHECK(first.password_file.starts_with('/'));
  CHECK(config.channels[1].name == "smtp-2");
  CHECK(config.channels[1].tls == "starttls");
  CHECK(config.channels[2].name == "box");
  CHECK(config.channels[2].path == "/m");
}

TEST_CASE("channels: one that cannot work is left out with a warning")
{
  CHECK(Home{"[[channel]]\nhost = \"h\"\n"}.warning() ==
        "1:1: channel ignored: it has no type (smtp, sendmail, maildir or webhook)");
  CHECK(Home{"[[channel]]\ntype = \"smtp\"\n"}.warning() ==
        "1:1: channel ignored: smtp needs a host");
  CHECK(Home{"[[channel]]\ntype = \"maildir\"\nprot = 3\n"}.warning() ==
        "3:1: unknown key \"prot\" (did you mean \"port\"?)");
  CHECK(Home{"[[channel]]\ntype = \"maildir\"\nname = \"../x\"\n"}.warning() ==
        "3:1: name: \"../x\" is not a name of 1 to 32 letters, digits, - and _");
}

TEST_CASE("channels: the one that a syntax error cuts is dropped without a second warning")
{
  Home home{"[[channel]]\ntype = \"maildir\"\n[[channel]]\ntype = \"smtp\"\nhost = relay\n"};
  const LoadedConfig loaded = home.load();
  CHECK(loaded.warnings.size() == 1);
  REQUIRE(loaded.config.channels.size() == 1);
  CHECK(loaded.config.channels[0].type == "maildir");
}

TEST_CASE("config: rules are paths, from a string or a list, each made absolute")
{
  const Home home("rules = [\"~/lab\", \"/site/10.json\"]\n");
  const std::string dir = home.environment.at("HOME");
  CHECK(home.load().config.rules == std::vector<std::string>{dir + "/lab", "/site/10.json"});
  CHECK(home.load({{"rules", "/a,,/b"}}).config.rules == std::vector<std::string>{"/a", "/b"});
  CHECK(home.load({{"rules", "/a, /b"}}).config.rules == std::vector<std::string>{"/a", "/b"});
  Home with_environment("");
  with_environment.environment["GPUALERT_RULES"] = "relative";
  CHECK(with_environment.load().config.rules ==
        std::vector<std::string>{fs::current_path().string() + "/relative"});
  CHECK(Home("rules = 3\n").warning() ==
        "1:1: rules: must be a string in quotes, or a list of them");
}

TEST_CASE("config: rules.d lies beside the configuration file")
{
  CHECK(user_rules_dir({{"HOME", "/home/ada"}}) == "/home/ada/.config/gpualert/rules.d");
  CHECK(user_rules_dir({{"HOME", "/home/ada"}, {"XDG_CONFIG_HOME", "/c"}}) ==
        "/c/gpualert/rules.d");
  CHECK(user_rules_dir({}).empty());
}

TEST_CASE("config: what is masked comes from files and the environment")
{
  Home home{"redact_keys = [\"MY_*\", \"*_PIN\"]\nredact_keep = \"cache_token\"\n"};
  const LoadedConfig loaded = home.load();
  CHECK(loaded.config.redaction.on);
  CHECK(loaded.config.redaction.keys == std::vector<std::string>{"MY_*", "*_PIN"});
  CHECK(loaded.config.redaction.keep == std::vector<std::string>{"cache_token"});
  CHECK(loaded.origins.at("redact_keys") == home.file() + ":1");
  home.environment["GPUALERT_REDACT"] = "0";
  home.environment["GPUALERT_REDACT_KEYS"] = "OTHER";
  CHECK_FALSE(home.load().config.redaction.on);
  CHECK(home.load().config.redaction.keys == std::vector<std::string>{"OTHER"});
  CHECK(home.load().origins.at("redact") == "environment");
  home.environment["GPUALERT_REDACT_KEYS"] = "A_*, MY_*";
  CHECK(home.load().config.redaction.keys == std::vector<std::string>{"A_*", "MY_*"});
  const Home spaced{"redact_keys = [\" A_*\", \"MY_* \"]\nredact_keep = \"x , y\"\n"};
  CHECK(spaced.load().config.redaction.keys == std::vector<std::string>{"A_*", "MY_*"});
  CHECK(spaced.load().config.redaction.keep == std::vector<std::string>{"x", "y"});
  for (const char* bad : {"\"yes\"", "0", "0.0", "[]", "\"false\""}) {
    const Home wrong{std::string("redact = ") + bad + "\n"};
    CHECK(wrong.warning() == "1:1: redact: must be true or false");
    CHECK(wrong.load().config.redaction.on);
  }
  CHECK_FALSE(Home{"redact = false\n"}.load().config.redaction.on);
}

TEST_CASE("config: a channel has its own budget, or the general one")
{
  const Home home{
      "budget = \"10M\"\n[[channel]]\ntype = \"sendmail\"\nbudget = \"5M\"\n"
      "[[channel]]\ntype = \"maildir\"\n[[channel]]\ntype = \"maildir\"\nbudget = 0\n"};
  const Config config = home.load().config;
  REQUIRE(config.channels.size() == 3);
  CHECK(budget_of(config.channels[0], config) == 5U << 20U);
  CHECK(budget_of(config.channels[1], config) == 10U << 20U);
  CHECK(budget_of(config.channels[2], config) == 0);
  CHECK(home.load().origins.at("channel.sendmail.budget") == home.file() + ":4");
  const Home wrong{"[[channel]]\ntype = \"sendmail\"\nbudget = \"much\"\n"};
  CHECK(wrong.warning() == "3:1: budget: \"much\" is not a size (write 1048576, 500M, 5G or 1T)");
}
