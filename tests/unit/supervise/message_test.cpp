#include "supervise/message.hpp"
#include "base/fd.hpp"
#include "supervise/clock.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

using namespace gpualert;
using namespace gpualert::supervision;

namespace {

class Pipe {
public:
  Pipe()
  {
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0);
    from_.reset(ends[0]);
    to_.reset(ends[1]);
  }
  int fd() const { return to_.get(); }
  std::string read() const
  {
    std::array<char, 8192> buffer{};
    const ssize_t n = ::read(from_.get(), buffer.data(), buffer.size());
    return {buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
  }

private:
  Fd from_, to_;
};

}  // namespace

TEST_CASE("message: one line with our name")
{
  const Pipe pipe;
  write_message(pipe.fd(), "the log is elsewhere");
  CHECK(pipe.read() == "gpualert: the log is elsewhere\n");
}

TEST_CASE("message: a line of its own when something stands on this one")
{
  const Pipe pipe;
  write_message(pipe.fd(), "x", true);
  CHECK(pipe.read() == "\ngpualert: x\n");
}

TEST_CASE("message: what it quotes cannot move the cursor or begin a line")
{
  const Pipe pipe;
  write_message(pipe.fd(), "a\nb\rc\x1b[31md");
  CHECK(pipe.read() == "gpualert: a b c [31md\n");
}

TEST_CASE("message: cut where it would be torn by another writer")
{
  const Pipe pipe;
  write_message(pipe.fd(), std::string(10'000, 'x'));
  const std::string text = pipe.read();
  CHECK(text.size() <= 4096);
  CHECK(text.substr(0, 11) == "gpualert: x");
  CHECK(text.back() == '\n');
}

TEST_CASE("message: a reader that does not read is given up on, a closed one no error")
{
  const Pipe pipe;
  const std::string block(4096, 'x');
  while (::write(pipe.fd(), block.data(), block.size()) > 0) {
  }
  const std::int64_t start = monotonic_ms();
  write_message(pipe.fd(), "x");
  CHECK(monotonic_ms() - start < 3000);
  write_message(-1, "x");
}
