#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

TEST_CASE("address: plain ones are taken as they are")
{
  for (const char* good : {"a@b.org", "root", "first.last+tag@sub.example.org"}) {
    REQUIRE(check_address(good));
    CHECK(check_address(good).value() == good);
  }
}

TEST_CASE("address: what could become an option, a header or a second recipient is refused")
{
  for (const std::string& bad :
       {std::string("-oQ/tmp@x"), std::string("a@b\r\nBcc: c@d"), std::string("a b@c"),
        std::string("a\0@b", 4), std::string("a@b@c"), std::string("@b"), std::string("a@"),
        std::string(""), std::string("a@b,c@d"), std::string("Ann <a@b>"), std::string("ä@b"),
        std::string(300, 'a')}) {
    INFO(bad);
    CHECK_FALSE(check_address(bad));
  }
}

TEST_CASE("address: the error names the address")
{
  CHECK(check_address("-x@y").error().what ==
        "address \"-x@y\": begins with '-', which a mail program would take for an option");
  CHECK(check_address("a\nb").error().what ==
        "address \"a\nb\": holds a blank, a control or a non-ASCII character");
}

TEST_CASE("recipients: split at commas, each checked")
{
  CHECK(parse_recipients("a@x, b@y ,").value() == std::vector<std::string>{"a@x", "b@y"});
  CHECK(parse_recipients("").value().empty());
  CHECK(parse_recipients(" , ").value().empty());
  CHECK_FALSE(parse_recipients("a@x, -b"));
}
