#include "base/text.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace gpualert;

TEST_CASE("utf8: one character of each length, none where there is none")
{
  CHECK(utf8_length("a") == 1);
  CHECK(utf8_length("ä") == 2);
  CHECK(utf8_length("€") == 3);
  CHECK(utf8_length("😀") == 4);
  CHECK(utf8_length(std::string(1, '\0')) == 1);
  CHECK(utf8_length("") == 0);
}

TEST_CASE("utf8: what the standard forbids is not a character")
{
  CHECK(utf8_length("\x80") == 0);              // continuation without a lead
  CHECK(utf8_length("\xc3") == 0);              // cut short
  CHECK(utf8_length("\xe2\x82") == 0);          // cut short
  CHECK(utf8_length("\xc0\xaf") == 0);          // overlong '/'
  CHECK(utf8_length("\xe0\x80\xaf") == 0);      // overlong
  CHECK(utf8_length("\xed\xa0\x80") == 0);      // surrogate
  CHECK(utf8_length("\xf4\x90\x80\x80") == 0);  // beyond U+10FFFF
  CHECK(utf8_length("\xff") == 0);
  CHECK(utf8_length("\xc3z") == 0);
}

TEST_CASE("to_utf8: each bad byte becomes U+FFFD, the rest stays")
{
  CHECK(to_utf8("plain ä") == "plain ä");
  CHECK(to_utf8("a\xff\xfe"
                "b") ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD"
        "b");
  CHECK(is_utf8(to_utf8("\xed\xa0\x80")));
  CHECK(to_utf8("").empty());
}

TEST_CASE("escape: can be undone for every byte")
{
  std::string all;
  for (int c = 0; c < 256; ++c) {
    all += static_cast<char>(c);
  }
  for (const std::string& bytes :
       {all, std::string("\\"), std::string("\\x41"), std::string("ä\\\xff"), std::string("")}) {
    CHECK(is_utf8(escape_bytes(bytes)));
    CHECK(unescape_bytes(escape_bytes(bytes)) == bytes);
  }
  CHECK(escape_bytes("a\\b\xff") == "a\\\\b\\xff");
}

TEST_CASE("unescape: what is no escape stays as it is")
{
  CHECK(unescape_bytes("\\") == "\\");
  CHECK(unescape_bytes("\\x") == "\\x");
  CHECK(unescape_bytes("\\x4") == "\\x4");
  CHECK(unescape_bytes("\\xzz") == "\\xzz");
  CHECK(unescape_bytes("\\n") == "\\n");
}

TEST_CASE("cut_utf8: never inside a character")
{
  CHECK(cut_utf8("abc", 3) == "abc");
  CHECK(cut_utf8("abc", 2) == "ab");
  CHECK(cut_utf8("aä", 2) == "a");
  CHECK(cut_utf8("a😀", 4) == "a");
  CHECK(cut_utf8("a😀", 5) == "a😀");
  CHECK(cut_utf8("ä", 0).empty());
}
