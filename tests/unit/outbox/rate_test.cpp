#include "outbox/rate.hpp"
#include "outbox/names.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>

using namespace gpualert;
using namespace gpualert::outbox;
namespace fs = std::filesystem;

namespace {

Envelope mail(const std::string& id, std::vector<std::string> to = {"bob@x.org"})
{
  Envelope envelope;
  envelope.channel = "mail";
  envelope.message_id = id;
  envelope.to = std::move(to);
  return envelope;
}

RateLimit open(const test::Scratch& scratch)
{
  Result<RateLimit> rate = RateLimit::open(scratch.path());
  REQUIRE(rate);
  return std::move(rate).value();
}

bool admit(RateLimit& rate, const Envelope& envelope, int most)
{
  const Result<bool> admitted = rate.admit(envelope, most);
  REQUIRE(admitted);
  return admitted.value();
}

// Dates all that was counted so many seconds back.
void age(const test::Scratch& scratch, std::int64_t seconds)
{
  for (const auto& entry : fs::recursive_directory_iterator(scratch / "rate")) {
    const timespec when{::time(nullptr) - seconds, 0};
    const timespec times[2]{when, when};
    REQUIRE(::utimensat(AT_FDCWD, entry.path().c_str(), times, 0) == 0);
  }
}

std::size_t files(const test::Scratch& scratch)
{
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(scratch / "rate")) {
    count += entry.is_regular_file() && entry.path().filename().string().front() != '.' ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("rate: so many an hour and no more")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  for (int i = 0; i < 5; ++i) {
    CHECK(admit(rate, mail(std::to_string(i)), 3) == (i < 3));
  }
  CHECK(files(scratch) == 3);
}

TEST_CASE("rate: a message that is tried again within the hour is counted once")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  CHECK(admit(rate, mail("a"), 2));
  CHECK(admit(rate, mail("a"), 2));
  CHECK(admit(rate, mail("b"), 2));
  CHECK(admit(rate, mail("a"), 2));
  CHECK_FALSE(admit(rate, mail("c"), 2));
  CHECK(files(scratch) == 2);
}

TEST_CASE("rate: who died before it had counted let nothing pass")
{
  const test::Scratch scratch;
  {
    RateLimit rate = open(scratch);
    CHECK(admit(rate, mail("a"), 2));
    CHECK(admit(rate, mail("b"), 2));
  }
  const std::string place = scratch / ("rate/" + group_of("mail", {"bob@x.org"}) + "/" +
                                       short_hash("c") + "." + unique_suffix());
  test::write(place, "");
  RateLimit rate = open(scratch);
  CHECK_FALSE(admit(rate, mail("c"), 2));
  CHECK(admit(rate, mail("a"), 2));
  rate = open(scratch);
  CHECK(admit(rate, mail("c"), 3));  // its own remains take no place from it
}

TEST_CASE("rate: a refusal stands for a few seconds, but not for who was let pass")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  CHECK(admit(rate, mail("a"), 1));
  CHECK_FALSE(admit(rate, mail("b"), 1));
  age(scratch, 4000);  // nobody looks
  CHECK_FALSE(admit(rate, mail("b"), 1));
  CHECK(admit(rate, mail("a"), 1));
}

TEST_CASE("rate: after an hour there is room again, and a message tried then is counted again")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  CHECK(admit(rate, mail("a"), 1));
  age(scratch, 3590);
  rate = open(scratch);
  CHECK_FALSE(admit(rate, mail("b"), 1));
  age(scratch, 3610);
  rate = open(scratch);
  CHECK(admit(rate, mail("a"), 1));
  CHECK_FALSE(admit(rate, mail("b"), 1));
  CHECK(files(scratch) == 1);
}

TEST_CASE("rate: a date in the far future does not count for ever")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  CHECK(admit(rate, mail("a"), 1));
  age(scratch, -400 * 86400L);
  rate = open(scratch);
  CHECK(admit(rate, mail("b"), 1));
}

TEST_CASE("rate: each recipient of a channel has a limit of its own, whoever else is told")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  CHECK(admit(rate, mail("a", {"bob@x.org"}), 1));
  CHECK(admit(rate, mail("b", {"eve@x.org"}), 1));
  CHECK_FALSE(admit(rate, mail("c", {"ann@x.org", "BOB@x.org"}), 1));
  CHECK(admit(rate, mail("d", {"ann@x.org"}), 1));  // the place taken for c was given back
  Envelope other = mail("e");
  other.channel = "chat";
  CHECK(admit(rate, other, 1));
}

TEST_CASE("rate: many processes at once never exceed it")
{
  const test::Scratch scratch;
  constexpr int kProcesses = 12;
  constexpr int kEach = 10;
  constexpr int kMost = 20;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
      int count = 0;
      Result<RateLimit> rate = RateLimit::open(scratch.path());
      for (int i = 0; rate && i < kEach; ++i) {
        const Result<bool> may = rate.value().admit(mail(std::to_string(p * 100 + i)), kMost);
        count += may && may.value() ? 1 : 0;
      }
      ::_exit(count);
    }
    children.push_back(pid);
  }
  int admitted = 0;
  for (const pid_t pid : children) {
    int status = 0;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFEXITED(status));
    admitted += WEXITSTATUS(status);
  }
  CHECK(admitted <= kMost);
  CHECK(admitted >= 1);
  CHECK(files(scratch) == static_cast<std::size_t>(admitted));
}

TEST_CASE("rate: sweeping removes what does not count any more, and nothing else")
{
  const test::Scratch scratch;
  RateLimit rate = open(scratch);
  CHECK(admit(rate, mail("a", {"bob@x.org"}), 1));
  age(scratch, 4000);
  CHECK(admit(rate, mail("b", {"eve@x.org"}), 1));
  rate.sweep();
  CHECK(files(scratch) == 1);
  CHECK_FALSE(fs::exists(scratch / ("rate/" + group_of("mail", {"bob@x.org"}))));
  CHECK_FALSE(admit(rate, mail("c", {"eve@x.org"}), 1));
}
