#include "report/mime_part.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::report;

TEST_CASE("base64: RFC 4648's examples, and lines of 76 characters")
{
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==\r\n");
  CHECK(base64("fo") == "Zm8=\r\n");
  CHECK(base64("foo") == "Zm9v\r\n");
  CHECK(base64("foobar") == "Zm9vYmFy\r\n");
  CHECK(base64(std::string("\xff\x00\xfe", 3)) == "/wD+\r\n");
  const std::string line(76, 'A');
  CHECK(base64(std::string(57, '\0')) == line + "\r\n");
  CHECK(base64(std::string(60, '\0')) == line + "\r\nAAAA\r\n");
}

TEST_CASE("multipart: parts between boundaries, as RFC 2046 has them")
{
  const MimePart part =
      multipart("mixed", "=_b", {text_part("plain", "a=b\n"), {"X-Y: z\r\n", "two\r\n"}});
  CHECK(part.headers == "Content-Type: multipart/mixed;\r\n boundary=\"=_b\"\r\n");
  CHECK(part.body ==
        "--=_b\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\na=3Db\r\n\r\n"
        "--=_b\r\nX-Y: z\r\n\r\ntwo\r\n\r\n--=_b--\r\n");
}

TEST_CASE("boundary: the same for a run, different for kinds and runs, short whatever the id")
{
  const std::string mixed = boundary("mixed", "run");
  CHECK(mixed == boundary("mixed", "run"));
  CHECK(mixed != boundary("related", "run"));
  CHECK(mixed != boundary("mixed", "run2"));
  CHECK(boundary("alternative", std::string(5000, 'x')).size() <= 70);
  CHECK(text_part("plain", mixed).body.find(mixed) == std::string::npos);
}
