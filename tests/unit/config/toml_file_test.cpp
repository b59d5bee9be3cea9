#include "config/toml_file.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;

TEST_CASE("toml: entries come by line, each with the place of its key")
{
  const TomlFile file = parse_toml("to = [\"a@x\", \"b@y\"]\n\n  name = \"n\"\nkeep_days = 3\n");
  REQUIRE(file.entries.size() == 3);
  CHECK_FALSE(file.broken);
  CHECK(file.entries[0].text == "a@x,b@y");
  CHECK(file.entries[0].kind == TomlEntry::Kind::list);
  CHECK(file.entries[1].key == "name");
  CHECK(file.entries[1].line == 3);
  CHECK(file.entries[1].column == 3);
  CHECK(file.entries[2].kind == TomlEntry::Kind::number);
  CHECK(file.entries[2].text == "3");
}

TEST_CASE("toml: what stands above a syntax error was read")
{
  const TomlFile file = parse_toml("name = \"n\"\nto = \"a@x\"\nquiet = = 1\nkeep_days = 3\n");
  REQUIRE(file.broken);
  CHECK(file.broken->line == 3);
  CHECK(file.broken->column == 9);
  REQUIRE(file.entries.size() == 2);
  CHECK(file.entries[1].text == "a@x");
}

TEST_CASE("toml: a string that never ends does not take the lines above it along")
{
  const TomlFile file = parse_toml("name = \"n\"\nto = \"\"\"a@x\nmore\nmore\n");
  REQUIRE(file.broken);
  REQUIRE(file.entries.size() == 1);
  CHECK(file.entries[0].key == "name");
}

TEST_CASE("toml: garbage of any kind is a break, never a crash")
{
  for (const std::string& bad :
       {std::string("="), std::string("\n\n="), std::string("\0\0", 2), std::string("\xff\xfe\n"),
        std::string(5000, '['), std::string("a = \"") + std::string(100'000, 'x'),
        std::string("[[channel]\n"), std::string("[%]\n"), std::string("[=]"),
        std::string("\xef\xb9\xbf"), std::string("a=1\na=2\n"), std::string("\r\r\r")}) {
    INFO(bad.substr(0, 20));
    CHECK(parse_toml(bad).broken);
  }
  CHECK_FALSE(parse_toml("").broken);
}

TEST_CASE("toml: channels, as an array of tables and as one table")
{
  CHECK(parse_toml("[[channel]]\ntype=\"smtp\"\n[[channel]]\ntype=\"maildir\"\n").channels.size() ==
        2);
  const TomlFile one = parse_toml("[channel]\ntype = \"smtp\"\nhost = \"h\"\n");
  REQUIRE(one.channels.size() == 1);
  REQUIRE(one.channels[0].entries.size() == 2);
  CHECK(one.channels[0].entries[1].line == 3);
  CHECK(parse_toml("channel = 3\n").entries.size() == 1);
}
