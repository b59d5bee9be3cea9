#include "outbox/spool.hpp"

#include "scratch.hpp"

#include <gpualert/outbox.hpp>

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <random>
#include <set>

using namespace gpualert;
using namespace gpualert::outbox;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

Envelope envelope(const std::string& run, const std::string& channel = "mail",
                  std::int64_t held_for_s = 0)
{
  Envelope e;
  e.run = run;
  e.channel = channel;
  e.to = {"a@b"};
  e.next_try_ns = held_for_s == 0 ? 0 : (::time(nullptr) + held_for_s) * kSecond;
  return e;
}

PreparedEntry prepared(Outbox& outbox, const Envelope& e, const std::string& text)
{
  const Result<PreparedEntry> entry = outbox.prepare(e, text);
  REQUIRE(entry);
  return entry.value();
}

// The texts of all messages, whoever has them in hand.
std::multiset<std::string> texts(const std::string& dir)
{
  std::multiset<std::string> found;
  for (const auto& entry : fs::directory_iterator(dir)) {
    const std::string name = entry.path().filename();
    if (name.front() != '.' && fs::exists(entry.path() / "message.eml")) {
      found.insert(test::read(entry.path() / "message.eml"));
    }
  }
  return found;
}

std::time_t due_time(const Outbox& outbox)
{
  struct stat info {};
  return ::stat((outbox.dir() + "/due").c_str(), &info) == 0 ? info.st_mtim.tv_sec : 0;
}

}  // namespace

TEST_CASE("outbox: one that is held back is due when it says, and no earlier")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  const Envelope held = envelope("run", "mail", 60);
  REQUIRE(outbox.enqueue(held, "text"));
  CHECK_FALSE(outbox.due());
  CHECK(due_time(outbox) == held.next_try_ns / kSecond);
  SECTION("an earlier one makes it due earlier")
  {
    const Envelope sooner = envelope("run2", "mail", 30);
    REQUIRE(outbox.enqueue(sooner, "text"));
    CHECK(due_time(outbox) <= sooner.next_try_ns / kSecond);
  }
  SECTION("a later one leaves it alone")
  {
    REQUIRE(outbox.enqueue(envelope("run2", "mail", 600), "text"));
    CHECK(due_time(outbox) == held.next_try_ns / kSecond);
  }
  SECTION("one that is not held back makes it due now, and a held one does not undo that")
  {
    REQUIRE(outbox.enqueue(envelope("run2"), "text"));
    REQUIRE(outbox.enqueue(envelope("run3", "mail", 60), "text"));
    CHECK(outbox.due());
  }
}

TEST_CASE("outbox: a newer message takes the place of the one that waits")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  const bool held = GENERATE(false, true);
  REQUIRE(outbox.enqueue(envelope("run", "mail", held ? 60 : 0), "old"));
  REQUIRE(outbox.enqueue(envelope("run", "mail"), "old, twice"));
  REQUIRE(outbox.enqueue(envelope("run", "mail.2"), "another channel"));
  REQUIRE(outbox.enqueue(envelope("run.mail", "mail"), "another run"));
  const PreparedEntry entry = prepared(outbox, envelope("run"), "new");
  CHECK(Outbox::replace(entry).value());
  CHECK(texts(outbox.dir()) == std::multiset<std::string>{"another channel", "another run", "new"});
  CHECK(outbox.due());
}

TEST_CASE("outbox: nothing is published where nothing waits or a deliverer has it")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  const PreparedEntry entry = prepared(outbox, envelope("run"), "new");
  CHECK_FALSE(Outbox::replace(entry).value());
  CHECK(outbox.list().value().empty());

  REQUIRE(outbox.enqueue(envelope("run"), "old"));
  Spool spool = std::move(Spool::open(outbox.dir())).value();
  const std::int64_t now = ::time(nullptr);
  const auto claim = spool.claim(spool.scan().value().at(0), own_lease(now + 60), now);
  REQUIRE(claim.value());
  CHECK_FALSE(Outbox::replace(entry).value());
  CHECK(texts(outbox.dir()) == std::multiset<std::string>{"old"});

  REQUIRE(spool.release(*claim.value()));  // the relay was down: it may be replaced again
  CHECK(Outbox::replace(entry).value());
  CHECK(texts(outbox.dir()) == std::multiset<std::string>{"new"});
}

TEST_CASE("outbox: what was prepared can be discarded, and is an Error afterwards")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  REQUIRE(outbox.enqueue(envelope("run"), "old"));
  const PreparedEntry entry = prepared(outbox, envelope("run"), "new");
  Outbox::discard(entry);
  CHECK_FALSE(Outbox::replace(entry));
  CHECK(texts(outbox.dir()) == std::multiset<std::string>{"old"});
}

TEST_CASE("outbox: killed at any moment, replacing leaves the old message, the new one or both")
{
  const test::Scratch scratch;
  std::mt19937 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    const std::string dir = scratch / ("outbox" + std::to_string(trial));
    Outbox outbox(dir);
    REQUIRE(outbox.enqueue(envelope("run", "mail", 60), "old"));
    const PreparedEntry entry = prepared(outbox, envelope("run"), "new");
    const auto delay = static_cast<useconds_t>(std::uniform_int_distribution(0, 900)(random));
    const pid_t child = ::fork();
    if (child == 0) {
      (void)Outbox::replace(entry);
      ::_exit(0);
    }
    REQUIRE(child > 0);
    ::usleep(delay);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const std::multiset<std::string> left = texts(dir);
    CHECK_FALSE(left.empty());
    CHECK(left.size() <= 2);
    // Whatever the dead one had taken can be taken at once, and replaced by the same call.
    const Result<PreparedEntry> last = outbox.prepare(envelope("run"), "last");
    REQUIRE(last);
    CHECK(Outbox::replace(last.value()).value());
    CHECK(texts(dir) == std::multiset<std::string>{"last"});
  }
}

TEST_CASE("outbox: of many that replace at once each message is the last, or is replaced")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  REQUIRE(outbox.enqueue(envelope("run", "mail", 60), "first"));
  constexpr int kRanks = 16;
  std::vector<pid_t> children;
  for (int rank = 0; rank < kRanks; ++rank) {
    const pid_t child = ::fork();
    if (child == 0) {
      Outbox mine(scratch / "outbox");
      const auto entry = mine.prepare(envelope("run", "mail", 60), "rank " + std::to_string(rank));
      bool done = false;
      while (entry && !done) {
        const Result<bool> answer = Outbox::replace(entry.value());
        done = !answer || answer.value();
      }
      ::_exit(done ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const std::multiset<std::string> left = texts(outbox.dir());
  REQUIRE(left.size() == 1);
  CHECK(left.begin()->starts_with("rank "));
}
