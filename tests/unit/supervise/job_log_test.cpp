#include "supervise/job_log.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

using namespace gpualert;
using namespace gpualert::supervision;
using test::Scratch;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// A log that can be made to fail and to work again: a FIFO that holds 4096 bytes.
class Fifo {
public:
  explicit Fifo(const Scratch& dir) : path_(dir / "fifo")
  {
    REQUIRE(::mkfifo(path_.c_str(), 0600) == 0);
    reader_.reset(::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    REQUIRE(::fcntl(reader_.get(), F_SETPIPE_SZ, 4096) == 4096);
  }
  const std::string& path() const { return path_; }
  std::size_t drain() const
  {
    std::array<char, 8192> buffer{};
    const ssize_t n = ::read(reader_.get(), buffer.data(), buffer.size());
    return n > 0 ? static_cast<std::size_t>(n) : 0;
  }

private:
  std::string path_;
  Fd reader_;
};

}  // namespace

TEST_CASE("log: a new file holds the bytes and nothing else, for us alone")
{
  const Scratch dir;
  JobLog log;
  ::umask(022);
  REQUIRE(log.create(dir / "log"));
  log.write("one\n", 0);
  log.write(std::string_view("\0\xff", 2), 1);
  CHECK(test::read(dir / "log") == std::string("one\n\0\xff", 6));
  CHECK(log.offset() == 6);
  CHECK(log.state().path == dir / "log");
  CHECK(log.state().bytes == 6);
  CHECK(log.state().base_offset == 0);
  CHECK(log.state().gaps.empty());
  CHECK(log.sync());
  CHECK(std::filesystem::status(dir / "log").permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
}

TEST_CASE("log: a new file is never one that is there, nor behind a link")
{
  const Scratch dir;
  JobLog log;
  CHECK(log.create(dir.add("there", "x")).error().code == EEXIST);
  std::filesystem::create_symlink(dir / "target", dir / "link");
  CHECK(log.create(dir / "link").error().code == EEXIST);
  CHECK_FALSE(std::filesystem::exists(dir / "target"));
  CHECK(log.fd() < 0);
}

TEST_CASE("log: an existing file is appended to")
{
  const Scratch dir;
  JobLog log;
  REQUIRE(log.open_existing(dir.add("log", "old\n")));
  log.write("new\n", 0);
  CHECK(test::read(dir / "log") == "old\nnew\n");
  CHECK(log.state().base_offset == 4);
  CHECK(log.state().bytes == 4);
  CHECK(log.offset() == 8);
}

TEST_CASE("log: where others append as well, the offset follows the file")
{
  const Scratch dir;
  JobLog ours;
  JobLog theirs;
  REQUIRE(ours.open_existing(dir / "log"));
  REQUIRE(theirs.open_existing(dir / "log"));
  ours.write("aa", 0);
  theirs.write("bbb", 0);
  ours.write("c", 0);
  CHECK(test::read(dir / "log") == "aabbbc");
  CHECK(ours.offset() == 6);
  CHECK(ours.state().bytes == 3);
}

TEST_CASE("log: a link of ours is followed, one of another user is not")
{
  const Scratch dir;
  std::filesystem::create_symlink(dir / "target", dir / "link");
  {
    JobLog log;
    REQUIRE(log.open_existing(dir / "link"));
    log.write("x", 0);
    CHECK(test::read(dir / "target") == "x");
  }
  if (::geteuid() == 0) {
    REQUIRE(::lchown((dir / "link").c_str(), 64998, 64998) == 0);
    JobLog log;
    CHECK_FALSE(log.open_existing(dir / "link"));
    CHECK(test::read(dir / "target") == "x");
  }
}

TEST_CASE("log: a FIFO that nobody reads is refused, not waited for")
{
  const Scratch dir;
  REQUIRE(::mkfifo((dir / "fifo").c_str(), 0600) == 0);
  JobLog log;
  CHECK(log.open_existing(dir / "fifo").error().code == ENXIO);
}

TEST_CASE("log: on a full device everything is one gap, and a new try comes every half second")
{
  JobLog log;
  REQUIRE(log.open_existing("/dev/full"));
  log.write("12345", kSecond);
  log.write("678", kSecond + kSecond / 4);  // not even tried
  log.write("90", 2 * kSecond);
  REQUIRE(log.state().gaps.size() == 1);
  CHECK(log.state().gaps[0].offset == 0);
  CHECK(log.state().gaps[0].bytes == 10);
  CHECK(log.state().gaps[0].why == "write: No space left on device");
  CHECK(log.state().lost_bytes == 10);
  CHECK(log.state().bytes == 0);
}

TEST_CASE("log: writing resumes, and the next failure is another gap")
{
  const Scratch dir;
  const Fifo fifo(dir);
  JobLog log;
  REQUIRE(log.open_existing(fifo.path()));
  const std::string block(5000, 'x');
  log.write(block, kSecond);  // 4096 fit
  CHECK(fifo.drain() == 4096);
  log.write("held back", kSecond + 1);  // within the half second
  log.write("back again", 2 * kSecond);
  CHECK(fifo.drain() == 10);
  log.write(block, 3 * kSecond);
  const LogState& state = log.state();
  REQUIRE(state.gaps.size() == 2);
  CHECK(state.gaps[0].offset == 4096);
  CHECK(state.gaps[0].bytes == 904 + 9);
  CHECK(state.gaps[0].why == "write: Resource temporarily unavailable");
  CHECK(state.gaps[1].offset == 4096 + 10 + 4096);
  CHECK(state.gaps[1].bytes == 904);
  CHECK(state.bytes == 4096 + 10 + 4096);
  CHECK(state.lost_bytes == 904 + 9 + 904);
}

TEST_CASE("log: after 64 gaps only the sum is kept")
{
  const Scratch dir;
  const Fifo fifo(dir);
  JobLog log;
  REQUIRE(log.open_existing(fifo.path()));
  const std::string block(4097, 'x');
  for (int i = 1; i <= 70; ++i) {
    log.write(block, i * kSecond);
    fifo.drain();
  }
  CHECK(log.state().gaps.size() == 64);
  CHECK(log.state().lost_bytes == 70);
  CHECK(log.state().bytes == std::uint64_t{70} * 4096);
}

TEST_CASE("log: bytes that were dropped before they came are a gap too")
{
  const Scratch dir;
  JobLog log;
  REQUIRE(log.create(dir / "log"));
  log.write("before", 0);
  log.lose(100, "the log did not answer");
  log.lose(50, "the log did not answer");
  log.write("after", 1);  // no half second to wait: the log itself is well
  CHECK(test::read(dir / "log") == "beforeafter");
  REQUIRE(log.state().gaps.size() == 1);
  CHECK(log.state().gaps[0].offset == 6);
  CHECK(log.state().gaps[0].bytes == 150);
  CHECK(log.state().gaps[0].why == "the log did not answer");
}

TEST_CASE("log: without a file all is lost, and it is said why")
{
  JobLog log;
  log.write("abc", 0);
  REQUIRE(log.state().gaps.size() == 1);
  CHECK(log.state().gaps[0].why == "no log file could be made");
  CHECK(log.state().lost_bytes == 3);
  CHECK(log.sync());
}
