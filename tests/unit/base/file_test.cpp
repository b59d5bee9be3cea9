#include "base/file.hpp"
#include "base/fd.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

using namespace gpualert;
using test::Scratch;

namespace {

mode_t mode_of(const std::string& path)
{
  struct stat info {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  return info.st_mode & 07777U;
}

}  // namespace

TEST_CASE("read_file: the whole file, or why not")
{
  const Scratch dir;
  const std::string bytes("a\0b\n", 4);
  CHECK(read_file(dir.add("f", bytes)).value() == bytes);
  CHECK(read_file(dir.add("empty", "")).value().empty());

  const auto missing = read_file(dir / "none");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().what == "open " + (dir / "none") + ": No such file or directory");
  CHECK(missing.error().code == ENOENT);
  CHECK(read_file(dir.path()).error().code == EISDIR);
  CHECK(read_file(dir / "f", 4));
  CHECK(read_file(dir / "f", 3).error().code == EFBIG);
}

TEST_CASE("read_file: a FIFO that nobody writes does not hang")
{
  const Scratch dir;
  REQUIRE(::mkfifo((dir / "fifo").c_str(), 0600) == 0);
  CHECK(read_file(dir / "fifo").value().empty());
}

TEST_CASE("write_file_atomic: replaces the whole file, for us alone, and leaves nothing beside it")
{
  const Scratch dir;
  const std::string path = dir.add("f", "a longer old text");
  for (const Sync sync : {Sync::no, Sync::yes}) {
    REQUIRE(write_file_atomic(path, "new", sync));
    CHECK(test::read(path) == "new");
  }
  CHECK(mode_of(path) == 0600);
  const auto entries = std::filesystem::directory_iterator(dir.path());
  CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE("write_file_atomic: on failure the old file stays")
{
  const Scratch dir;
  std::filesystem::create_directory(dir / "busy");
  dir.add("busy/x", "");
  const auto status = write_file_atomic(dir / "busy", "new", Sync::no);
  REQUIRE_FALSE(status);
  CHECK(status.error().what.find("rename ") == 0);
  CHECK(std::filesystem::exists(dir / "busy/x"));
  CHECK_FALSE(write_file_atomic(dir / "no/such/f", "new", Sync::no));
}

TEST_CASE("write_file_atomic: a link planted at the temporary name is not followed")
{
  const Scratch dir;
  const std::string precious = dir.add("precious", "keep me");
  const std::string temporary = (dir / "f") + ".tmp" + std::to_string(::getpid());
  std::filesystem::create_symlink(precious, temporary);
  CHECK_FALSE(write_file_atomic(dir / "f", "new", Sync::no));
  CHECK(test::read(precious) == "keep me");
}

TEST_CASE("write_all: waits for a reader of a non-blocking pipe")
{
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  const Fd from{ends[0]};
  Fd to{ends[1]};
  ::fcntl(to.get(), F_SETFL, O_NONBLOCK);
  const std::string sent(1 << 20, 'x');
  std::string got;
  std::thread reader([&] {
    std::array<char, 4096> buffer{};
    for (ssize_t n = 0; (n = ::read(from.get(), buffer.data(), buffer.size())) > 0;) {
      got.append(buffer.data(), static_cast<std::size_t>(n));
    }
  });
  CHECK(write_all(to.get(), sent, "write"));
  to.reset();
  reader.join();
  CHECK(got == sent);
}

TEST_CASE("write_all: the error says what was being done")
{
  const Fd full{::open("/dev/full", O_WRONLY | O_CLOEXEC)};
  const auto status = write_all(full.get(), "x", "write the thing");
  REQUIRE_FALSE(status);
  CHECK(status.error().what == "write the thing: No space left on device");
  CHECK(status.error().code == ENOSPC);
}

TEST_CASE("make_dirs: all that is missing, private, and what exists is fine")
{
  const Scratch dir;
  REQUIRE(make_dirs(dir / "a/b/c"));
  REQUIRE(make_dirs(dir / "a/b/c"));
  CHECK(mode_of(dir / "a") == 0700);
  CHECK(mode_of(dir / "a/b/c") == 0700);
  dir.add("file", "");
  CHECK(make_dirs(dir / "file").error().code == ENOTDIR);
  CHECK(make_dirs(dir / "file/x").error().code == ENOTDIR);
}

TEST_CASE("sync_dir: a directory, and nothing else")
{
  const Scratch dir;
  CHECK(sync_dir(dir.path()));
  CHECK_FALSE(sync_dir(dir / "none"));
  CHECK_FALSE(sync_dir(dir.add("file", "")));
}

TEST_CASE("absolute_path: against the working directory, links left alone")
{
  CHECK(absolute_path("/a/../b") == "/a/../b");
  CHECK(absolute_path("").empty());
  CHECK(absolute_path("x/y") == std::filesystem::current_path().string() + "/x/y");
}

TEST_CASE("Fd: closes once, moves, releases")
{
  const auto is_open = [](int fd) { return ::fcntl(fd, F_GETFD) >= 0; };
  Fd first{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
  const int number = first.get();
  Fd second{std::move(first)};
  CHECK(second.get() == number);
  CHECK(is_open(number));
  second.reset();
  CHECK_FALSE(is_open(number));
  Fd third{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
  const int released = third.release();
  CHECK_FALSE(third);
  CHECK(is_open(released));
  ::close(released);
}
