#include "supervise/notes.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string_view>

using namespace gpualert;
using namespace gpualert::supervision;

namespace {

struct Pair {
  NoteSocket ours, theirs;
  Pair()
  {
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
    ours = NoteSocket(Fd{ends[0]});
    theirs = NoteSocket(Fd{ends[1]});
  }
};

Note numbered(int number)
{
  Note note{};
  note.say = Say::signal;
  note.number = number;
  return note;
}

}  // namespace

TEST_CASE("notes: come whole and in order, and then nothing")
{
  const Pair pair;
  Note sent = numbered(15);
  sent.extra = 3;
  sent.pid = 4711;
  sent.when = {1, 2};
  sent.usage = {3, 4, 5};
  CHECK(pair.ours.send(sent));
  CHECK(pair.ours.send(numbered(2)));
  Note got{};
  REQUIRE(pair.theirs.receive(got) == NoteSocket::Got::note);
  CHECK(got.say == Say::signal);
  CHECK(got.number == 15);
  CHECK(got.extra == 3);
  CHECK(got.pid == 4711);
  CHECK(got.when.monotonic_ns == 2);
  CHECK(got.usage.max_rss_kib == 5);
  REQUIRE(pair.theirs.receive(got) == NoteSocket::Got::note);
  CHECK(got.number == 2);
  CHECK(pair.theirs.receive(got) == NoteSocket::Got::nothing);
}

TEST_CASE("notes: ready carries id and path, and other notes leave them alone")
{
  const Pair pair;
  ReadyText sent;
  std::string_view("the-id").copy(sent.id.data(), 6);
  std::string_view("/the/path").copy(sent.path.data(), 9);
  CHECK(pair.ours.send_ready(sent));
  Note note{};
  ReadyText got;
  REQUIRE(pair.theirs.receive(note, &got) == NoteSocket::Got::note);
  CHECK(note.say == Say::ready);
  CHECK(std::string(got.id.data()) == "the-id");
  CHECK(std::string(got.path.data()) == "/the/path");
}

TEST_CASE("notes: a descriptor comes along, close-on-exec, and one that nobody wants is closed")
{
  const Pair pair;
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  const Fd from{ends[0]};
  Fd to{ends[1]};
  CHECK(pair.ours.send(numbered(1), to.get()));
  CHECK(pair.ours.send(numbered(2), to.get()));
  to.reset();
  Note note{};
  Fd passed;
  REQUIRE(pair.theirs.receive(note, nullptr, &passed) == NoteSocket::Got::note);
  REQUIRE(passed);
  CHECK((::fcntl(passed.get(), F_GETFD) & FD_CLOEXEC) != 0);
  CHECK(::write(passed.get(), "x", 1) == 1);
  passed.reset();
  REQUIRE(pair.theirs.receive(note) == NoteSocket::Got::note);
  // No writer is left: the pipe is at its end after the one byte.
  std::array<char, 2> buffer{};
  CHECK(::read(from.get(), buffer.data(), 2) == 1);
  CHECK(::read(from.get(), buffer.data(), 2) == 0);
}

TEST_CASE("notes: the other side is gone")
{
  Pair pair;
  CHECK(pair.ours.send(numbered(1)));
  pair.ours.close();
  Note note{};
  CHECK(pair.theirs.receive(note) == NoteSocket::Got::note);  // what it said before still comes
  CHECK(pair.theirs.receive(note) == NoteSocket::Got::closed);
  CHECK_FALSE(pair.theirs.send(numbered(2)));  // and no SIGPIPE
}

TEST_CASE("notes: nobody listens: a send fails, and never waits")
{
  const Pair pair;
  int sent = 0;
  while (sent < 100'000 && pair.ours.send(numbered(sent))) {
    ++sent;
  }
  CHECK(sent > 10);
  CHECK(sent < 100'000);
  Note note{};
  for (int i = 0; i < sent; ++i) {
    REQUIRE(pair.theirs.receive(note) == NoteSocket::Got::note);
    REQUIRE(note.number == i);
  }
  CHECK(pair.ours.send(numbered(0)));
}
