#include "deliver/transcript.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <array>
#include <string>

using gpualert::deliver::Transcript;

namespace {

// What a transcript printed.
class Printed {
public:
  Printed() { REQUIRE(::pipe(ends_.data()) == 0); }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  ~Printed() { ::close(ends_[0]); }

  int fd() const { return ends_[1]; }
  std::string text()
  {
    ::close(ends_[1]);
    std::array<char, 65536> buffer;
    const ssize_t n = ::read(ends_[0], buffer.data(), buffer.size());
    return {buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
  }

private:
  std::array<int, 2> ends_{};
};

}  // namespace

TEST_CASE("transcript: each side has its mark, and control characters are blanks")
{
  Printed printed;
  Transcript transcript(printed.fd());
  transcript.note("Trying 127.0.0.1\n");
  transcript.received("220 relay\x1b[2J\r\n");
  transcript.sent("EHLO node\r\n");
  CHECK(printed.text() == "* Trying 127.0.0.1\n< 220 relay [2J\n> EHLO node\n");
}

TEST_CASE("transcript: what is sent to log in is masked, whatever the mechanism")
{
  Printed printed;
  Transcript transcript(printed.fd());
  transcript.sent("AUTH PLAIN AGFubgBzM2NyZXQ=\r\n");
  transcript.received("421 too many\r\n");
  transcript.sent("AUTH LOGIN\r\n");
  transcript.received("334 VXNlcm5hbWU6\r\n");
  transcript.sent("YW5u\r\n");
  transcript.received("334 UGFzc3dvcmQ6\r\n");
  transcript.sent("czNjcmV0\r\n");
  transcript.received("235 welcome\r\n");
  transcript.sent("MAIL FROM:<ann@x.org>\r\n");
  CHECK(printed.text() ==
        "> AUTH PLAIN [masked]\n< 421 too many\n> AUTH LOGIN\n< 334 VXNlcm5hbWU6\n> [masked]\n"
        "< 334 UGFzc3dvcmQ6\n> [masked]\n< 235 welcome\n> MAIL FROM:<ann@x.org>\n");
}

TEST_CASE("transcript: what is hidden shows nowhere")
{
  Printed printed;
  Transcript transcript(printed.fd());
  transcript.hide("/services/T0/B0/s3cret");
  transcript.hide("");
  transcript.note("POST /services/T0/B0/s3cret?a=/services/T0/B0/s3cret");
  transcript.received("404 /services/T0/B0/s3cret unknown");
  CHECK(printed.text() == "* POST [masked]?a=[masked]\n< 404 [masked] unknown\n");
}
