#include "cli/run_line.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::cli;
using Words = std::vector<std::string>;
using Settings = std::map<std::string, std::string>;

namespace {

Result<RunLine> parse(Words words)
{
  std::vector<char*> args;
  args.reserve(words.size());
  for (std::string& word : words) {
    args.push_back(word.data());
  }
  return parse_run_line(args);
}

Words command(const Words& words)
{
  return parse(words).value().command;
}

std::string usage(const Words& words)
{
  return parse(words).error().what;
}

}  // namespace

TEST_CASE("run: the command begins at the first word that is no option, and is taken as it is")
{
  CHECK(command({"python", "train.py", "--lr", "3e-4", "[1,2]"}) ==
        Words{"python", "train.py", "--lr", "3e-4", "[1,2]"});
  CHECK(command({"--quiet", "launch", "--", "train.py", "--quiet"}) ==
        Words{"launch", "--", "train.py", "--quiet"});
  CHECK(command({"a", "", "\xff\xfe"}) == Words{"a", "", "\xff\xfe"});
}

TEST_CASE("run: nothing after the first -- is parsed")
{
  CHECK(command({"--", "--bogus"}) == Words{"--bogus"});
  CHECK(command({"--no-env", "--", "--", "x"}) == Words{"--", "x"});
  CHECK(parse({"--", "x", "--help"}).value().help == false);
}

TEST_CASE("run: a lone dash and an empty word are commands, as for getopt")
{
  CHECK(command({"-", "x"}) == Words{"-", "x"});
  CHECK(command({"", "x"}) == Words{"", "x"});
}

TEST_CASE("run: options with = or with the next word, the last of two counts")
{
  CHECK(parse({"--log=/a b", "--name", "n", "x"}).value().settings ==
        Settings{{"log", "/a b"}, {"name", "n"}});
  CHECK(parse({"--name", "--", "x"}).value().settings == Settings{{"name", "--"}});
  CHECK(parse({"--name=", "x"}).value().settings == Settings{{"name", ""}});
  CHECK(parse({"--notify=a=b", "x"}).value().settings == Settings{{"notify", "a=b"}});
  CHECK(parse({"--pty", "never", "--pty", "auto", "x"}).value().settings ==
        Settings{{"pty", "auto"}});
  CHECK(parse({"--to", "a@x", "--to=b@x", "x"}).value().settings == Settings{{"to", "a@x,b@x"}});
}

TEST_CASE("run: switches take no word, but may take =0")
{
  const RunLine line = parse({"--no-notify", "--quiet=0", "x"}).value();
  CHECK(line.settings == Settings{{"no_notify", "1"}, {"quiet", "0"}});
  CHECK(line.command == Words{"x"});
}

TEST_CASE("run: usage errors say what is wrong")
{
  CHECK(usage({}) == "no command given");
  CHECK(usage({"--quiet"}) == "no command given");
  CHECK(usage({"--"}) == "no command given");
  CHECK(usage({"--bogus", "python", "t.py"}) == "unknown option --bogus");
  CHECK(usage({"-x", "true"}) == "unknown option -x");
  CHECK(usage({"---", "true"}) == "unknown option ---");
  CHECK(usage({"--no-notfy", "true"}) == "unknown option --no-notfy (did you mean --no-notify?)");
  CHECK(usage({"--success-after=1", "true"}) == "unknown option --success-after");
  CHECK(usage({"--log"}) == "--log needs FILE");
}

TEST_CASE("run: help is found before the command only")
{
  CHECK(parse({"--help"}).value().help);
  CHECK(parse({"--quiet", "-h"}).value().help);
  CHECK_FALSE(parse({"x", "--help"}).value().help);
}

TEST_CASE("run: 100000 arguments pass")
{
  Words words(100'000, "word");
  words.insert(words.begin(), "true");
  CHECK(command(words) == words);
}
