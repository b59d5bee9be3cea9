#include <gpualert/outbox.hpp>

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

using namespace gpualert;
namespace fs = std::filesystem;

namespace {

Envelope envelope(const std::string& run, const std::string& channel = "mail")
{
  Envelope e;
  e.run = run;
  e.channel = channel;
  e.to = {"a@b"};
  return e;
}

mode_t mode_of(const std::string& path)
{
  struct stat info {};
  REQUIRE(::lstat(path.c_str(), &info) == 0);
  return info.st_mode & 07777U;
}

void set_mtime(const std::string& path, std::time_t seconds)
{
  const std::array<timespec, 2> times{{{seconds, 0}, {seconds, 0}}};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0) == 0);
}

}  // namespace

TEST_CASE("outbox: an entry is a private directory with the message and its envelope")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "state/outbox");
  REQUIRE(outbox.enqueue(envelope("run1"), "Subject: x\r\n\r\nbody\r\n"));
  const std::string entry = outbox.dir() + "/run1.mail";
  CHECK(test::read(entry + "/message.eml") == "Subject: x\r\n\r\nbody\r\n");
  REQUIRE(parse_envelope(test::read(entry + "/envelope.json")));
  CHECK(mode_of(outbox.dir()) == 0700);
  CHECK(mode_of(entry) == 0700);
  CHECK(mode_of(entry + "/message.eml") == 0600);
  CHECK(mode_of(entry + "/envelope.json") == 0600);
  CHECK(outbox.list().value() == std::vector<std::string>{"run1.mail"});
}

TEST_CASE("outbox: what is prepared is seen by nobody until it is published, and that once")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  const auto entry = outbox.prepare(envelope("run1"), "text");
  REQUIRE(entry);
  CHECK(outbox.list().value().empty());
  CHECK_FALSE(outbox.due());
  REQUIRE(Outbox::publish(entry.value()));
  REQUIRE(Outbox::publish(entry.value()));
  CHECK(outbox.list().value() == std::vector<std::string>{"run1.mail"});
  CHECK(outbox.due());
  fs::remove_all(outbox.dir() + "/run1.mail");  // delivered
  REQUIRE(Outbox::publish(entry.value()));
  CHECK(outbox.list().value().empty());
}

TEST_CASE("outbox: two entries of one name are both kept")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  REQUIRE(outbox.enqueue(envelope("run"), "1"));
  REQUIRE(outbox.enqueue(envelope("run"), "2"));
  CHECK(outbox.list().value() == std::vector<std::string>{"run.mail", "run.mail.2"});
  CHECK(test::read(outbox.dir() + "/run.mail.2/message.eml") == "2");
}

TEST_CASE("outbox: no name leaves the outbox, hides, or looks leased")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  REQUIRE(outbox.enqueue(envelope("../../x", "/etc/y"), "1"));
  REQUIRE(outbox.enqueue(envelope("", "a~1.2.b.c.d"), "2"));
  REQUIRE(outbox.enqueue(envelope(std::string(500, 'r'), std::string(500, 'c')), "3"));
  CHECK(outbox.list().value() ==
        std::vector<std::string>{"_._.._x._etc_y", "_.a_1.2.b.c.d",
                                 std::string(110, 'r') + "." + std::string(40, 'c')});
  CHECK_FALSE(fs::exists(scratch / "x"));
}

TEST_CASE("outbox: nothing is due in an outbox that does not exist")
{
  const test::Scratch scratch;
  const Outbox outbox(scratch / "outbox");
  CHECK_FALSE(outbox.due());
  CHECK(outbox.list().value().empty());
}

TEST_CASE("outbox: an entry makes it due, and the time of the file says when")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  REQUIRE(outbox.enqueue(envelope("run"), ""));
  CHECK(outbox.due());
  const std::string due = outbox.dir() + "/due";
  CHECK(mode_of(due) == 0600);
  set_mtime(due, ::time(nullptr) + 3600);
  CHECK_FALSE(outbox.due());
  set_mtime(due, ::time(nullptr) + 2'592'000);  // a clock that was wrong
  CHECK(outbox.due());
  REQUIRE(outbox.enqueue(envelope("run2"), ""));
  CHECK(outbox.due());
}

TEST_CASE("outbox: a link, a file or another's directory in its place is refused")
{
  const test::Scratch scratch;
  fs::create_directory(scratch / "elsewhere");
  fs::create_directory_symlink(scratch / "elsewhere", scratch / "link");
  test::write(scratch / "file", "");
  fs::create_directory(scratch / "open");
  REQUIRE(::chmod((scratch / "open").c_str(), 0777) == 0);
  CHECK(Outbox(scratch / "link").enqueue(envelope("r"), "").error().what ==
        "open " + scratch / "link" + ": Not a directory");
  CHECK_FALSE(Outbox(scratch / "file").enqueue(envelope("r"), ""));
  CHECK(Outbox(scratch / "open").enqueue(envelope("r"), "").error().what ==
        scratch / "open" + ": others may write in it (chmod 700 it)");
  CHECK(fs::is_empty(scratch / "elsewhere"));
}

TEST_CASE("outbox: a link planted at `due` is not followed")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  fs::create_directory(outbox.dir());
  REQUIRE(::chmod(outbox.dir().c_str(), 0700) == 0);
  test::write(scratch / "victim", "v");
  set_mtime(scratch / "victim", 1000);
  fs::create_symlink(scratch / "victim", outbox.dir() + "/due");
  CHECK(outbox.enqueue(envelope("run"), ""));
  struct stat info {};
  REQUIRE(::stat((scratch / "victim").c_str(), &info) == 0);
  CHECK(info.st_mtim.tv_sec == 1000);
  CHECK(outbox.list().value().size() == 1);
}
