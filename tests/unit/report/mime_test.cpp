#include "report/mime.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::report;

TEST_CASE("quoted-printable: plain lines stay, ends become CRLF")
{
  CHECK(quoted_printable("one\ntwo\n") == "one\r\ntwo\r\n");
  CHECK(quoted_printable("no end") == "no end\r\n");
  CHECK(quoted_printable("").empty());
}

TEST_CASE("quoted-printable: what a relay would change is encoded")
{
  CHECK(quoted_printable("a=b\n") == "a=3Db\r\n");
  CHECK(quoted_printable("blank \n") == "blank=20\r\n");
  CHECK(quoted_printable("tab\t\n") == "tab=09\r\n");
  CHECK(quoted_printable(".\n") == "=2E\r\n");
  CHECK(quoted_printable("a.b\n") == "a.b\r\n");
  CHECK(quoted_printable("From here\nFrom\n") == "=46rom here\r\nFrom\r\n");
  CHECK(quoted_printable("cr\rnul\n") == "cr=0Dnul\r\n");
  CHECK(quoted_printable("ü\n") == "=C3=BC\r\n");
}

TEST_CASE(
    "quoted-printable: no line is longer than 76 octets, and a soft break is undone by decoding")
{
  const std::string text = std::string(200, 'x') + "=" + std::string(74, 'y') + "\n";
  const std::string encoded = quoted_printable(text);
  std::string decoded;
  std::size_t at = 0;
  while (at < encoded.size()) {
    const std::size_t end = encoded.find("\r\n", at);
    REQUIRE(end != std::string::npos);
    CHECK(end - at <= 76);
    std::string line = encoded.substr(at, end - at);
    at = end + 2;
    if (line.ends_with('=')) {
      line.pop_back();
    } else {
      line += '\n';
    }
    if (const std::size_t equals = line.find("=3D"); equals != std::string::npos) {
      line.replace(equals, 3, "=");
    }
    decoded += line;
  }
  CHECK(decoded == text);
}

TEST_CASE("quoted-printable: a dot after a soft break cannot end the message")
{
  CHECK(quoted_printable(std::string(75, 'x') + ".\n") == std::string(75, 'x') + "=\r\n=2E\r\n");
}

TEST_CASE("header: ASCII is written as it is")
{
  CHECK(header("Subject", "FAILED train: CUDA out of memory") ==
        "Subject: FAILED train: CUDA out of memory\r\n");
}

TEST_CASE("header: a value cannot end the header")
{
  CHECK(header("Subject", "a\r\nBcc: everyone@example.org") ==
        "Subject: a  Bcc: everyone@example.org\r\n");
  CHECK(header("X-GPUAlert-Run", std::string("a\0b\x1b[2J", 7)) == "X-GPUAlert-Run: a b [2J\r\n");
}

TEST_CASE("header: UTF-8 becomes encoded words of whole characters, 75 octets at most")
{
  CHECK(header("Subject", "grüß dich") == "Subject: =?UTF-8?Q?gr=C3=BC=C3=9F_dich?=\r\n");
  std::string many;
  for (int i = 0; i < 40; ++i) {
    many += "é";
  }
  const std::string encoded = header("Subject", many);
  std::size_t at = 0;
  while (at < encoded.size()) {
    const std::size_t end = encoded.find("\r\n", at);
    CHECK(end - at <= 76);
    CHECK(encoded.substr(end - 8, 8) == "=C3=A9?=");
    at = end + 2;
  }
}

TEST_CASE("header: text that looks like an encoded word is encoded")
{
  CHECK(header("Subject", "=?x?=") == "Subject: =?UTF-8?Q?=3D=3Fx=3F=3D?=\r\n");
}

TEST_CASE("header: a long line is folded at blanks")
{
  const std::string word(30, 'w');
  CHECK(header("Subject", word + " " + word + " " + word) ==
        "Subject: " + word + " " + word + "\r\n " + word + "\r\n");
}

TEST_CASE("header: many addresses, one to a line")
{
  CHECK(address_header("To", std::vector<std::string>{"a@x.org", "b@x.org"}) ==
        "To: a@x.org,\r\n b@x.org\r\n");
}

TEST_CASE("mail date: RFC 5322 with a numeric zone")
{
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  CHECK(mail_date(1'000'000'000'000'000'000) == "Sun, 09 Sep 2001 01:46:40 +0000");
  ::setenv("TZ", "IST-5:30", 1);
  ::tzset();
  CHECK(mail_date(0) == "Thu, 01 Jan 1970 05:30:00 +0530");
  ::setenv("TZ", "EST5", 1);
  ::tzset();
  CHECK(mail_date(-1) == "Wed, 31 Dec 1969 18:59:59 -0500");
  ::setenv("TZ", "UTC", 1);
  ::tzset();
}
