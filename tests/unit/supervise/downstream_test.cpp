#include "supervise/downstream.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>

using namespace gpualert;
using namespace gpualert::supervision;
using test::Scratch;

namespace {

struct Ends {
  Fd reader, writer;
};

Ends make_pipe()
{
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  return {Fd{ends[0]}, Fd{ends[1]}};
}

Ends make_socket()
{
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  return {Fd{ends[0]}, Fd{ends[1]}};
}

void fill(Downstream& to)
{
  const std::string block(4096, 'x');
  int writes = 0;
  while (to.write(block).outcome == Downstream::Outcome::written && ++writes < 10'000) {
  }
}

}  // namespace

TEST_CASE("downstream: a slow reader of a pipe or socket blocks us, and O_NONBLOCK stays off it")
{
  ::signal(SIGPIPE, SIG_IGN);
  for (Ends (*make)() : {make_pipe, make_socket}) {
    Ends ends = make();
    Downstream to;
    to.open(ends.writer.get());
    CHECK(to.has_reader());
    fill(to);
    CHECK(to.write("x").outcome == Downstream::Outcome::blocked);
    CHECK((::fcntl(ends.writer.get(), F_GETFL) & O_NONBLOCK) == 0);
    ends.reader.reset();
    CHECK(to.write("x").outcome == Downstream::Outcome::reader_left);
  }
}

TEST_CASE("downstream: the reader sees the end once both we and the user have let go")
{
  Ends ends = make_pipe();
  Downstream to;
  to.open(ends.writer.get());
  ends.writer.reset();
  CHECK(to.write("abc").count == 3);
  to.close();
  CHECK_FALSE(to.is_open());
  std::array<char, 8> buffer{};
  CHECK(::read(ends.reader.get(), buffer.data(), buffer.size()) == 3);
  CHECK(::read(ends.reader.get(), buffer.data(), buffer.size()) == 0);
}

TEST_CASE("downstream: a file keeps the offset that its other writers share")
{
  const Scratch dir;
  const Fd file{::open((dir / "f").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600)};
  Downstream to;
  to.open(file.get());
  CHECK_FALSE(to.has_reader());
  REQUIRE(::write(file.get(), "pre ", 4) == 4);
  CHECK(to.write("mid ").count == 4);
  REQUIRE(::write(file.get(), "post", 4) == 4);
  CHECK(test::read(dir / "f") == "pre mid post");
}

TEST_CASE("downstream: what a full disk refuses is lost, not an end")
{
  const Fd full{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
  Downstream to;
  to.open(full.get());
  CHECK(to.write("x").outcome == Downstream::Outcome::lost);
  CHECK(to.is_open());
}

TEST_CASE("downstream: a descriptor that is not open")
{
  Downstream to;
  to.open(999);
  CHECK_FALSE(to.is_open());
}
