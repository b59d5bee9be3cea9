#include "outbox/spool.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>
#include <random>
#include <set>

using namespace gpualert;
using namespace gpualert::outbox;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kNow = 1'000'000;

Envelope envelope(const std::string& run)
{
  Envelope e;
  e.run = run;
  e.channel = "mail";
  e.to = {"a@b", "c@d"};
  return e;
}

Spool spool_with(const std::string& dir, int entries)
{
  Outbox outbox(dir);
  for (int i = 0; i < entries; ++i) {
    REQUIRE(outbox.enqueue(envelope("run" + std::to_string(i)), "message " + std::to_string(i)));
  }
  Result<Spool> spool = Spool::open(dir);
  REQUIRE(spool);
  return std::move(spool).value();
}

Claim claim_first(Spool& spool)
{
  auto claimed = spool.claim(spool.scan().value().at(0), own_lease(kNow + 60), kNow);
  REQUIRE(claimed);
  REQUIRE(claimed.value());
  return *claimed.value();
}

std::size_t files_below(const std::string& dir)
{
  std::size_t n = 0;
  for (const auto& entry : fs::recursive_directory_iterator(dir)) {
    n += entry.is_regular_file() ? 1 : 0;
  }
  return n;
}

}  // namespace

TEST_CASE("spool: a claimed entry is nobody else's, and is not listed as waiting")
{
  const test::Scratch scratch;
  Spool spool = spool_with(scratch / "outbox", 1);
  const Claim claim = claim_first(spool);
  CHECK(claim.base == "run0.mail");
  CHECK(claim.envelope.run == "run0");
  CHECK_FALSE(claim.taken_over);
  CHECK(spool.message(claim).value() == "message 0");
  CHECK(Outbox(scratch / "outbox").list().value().empty());
  const Entry entry = spool.scan().value().at(0);
  const auto second = spool.claim(entry, own_lease(kNow + 70), kNow);
  REQUIRE(second);
  CHECK_FALSE(second.value());
}

TEST_CASE("spool: of two that list the same entry one gets it")
{
  const test::Scratch scratch;
  Spool spool = spool_with(scratch / "outbox", 1);
  const Entry entry = spool.scan().value().at(0);
  REQUIRE(spool.claim(entry, own_lease(kNow + 60), kNow).value());
  const auto late = spool.claim(entry, own_lease(kNow + 61), kNow);
  REQUIRE(late);
  CHECK_FALSE(late.value());
}

TEST_CASE("spool: an entry of a dead deliverer is taken over")
{
  const test::Scratch scratch;
  Spool spool = spool_with(scratch / "outbox", 1);
  (void)claim_first(spool);
  const Entry entry = spool.scan().value().at(0);
  const auto taken = spool.claim(entry, own_lease(kNow + 200), kNow + 61);
  REQUIRE(taken);
  REQUIRE(taken.value());
  CHECK(taken.value()->taken_over);
  CHECK(taken.value()->base == "run0.mail");
}

TEST_CASE("spool: released, finished and buried entries are where they belong")
{
  const test::Scratch scratch;
  const std::string dir = scratch / "outbox";
  Spool spool = spool_with(dir, 3);
  Claim claim = claim_first(spool);
  claim.envelope.state = "deferred";
  claim.envelope.tries = 2;
  REQUIRE(spool.release(claim));
  const Result<Envelope> released = spool.peek(spool.scan().value().at(0));
  REQUIRE(released);
  CHECK(released.value().tries == 2);

  claim = claim_first(spool);
  REQUIRE(spool.finish(claim));
  CHECK(Outbox(dir).list().value() == std::vector<std::string>{"run1.mail", "run2.mail"});

  claim = claim_first(spool);
  REQUIRE(spool.bury(claim));
  CHECK(Outbox(dir).list().value() == std::vector<std::string>{"run2.mail"});
  CHECK(test::read(dir + "/dead/run1.mail/message.eml") == "message 1");
  // run2's two files, run1's two, and `due`: nothing else is left.
  CHECK(files_below(dir) == 5);
}

TEST_CASE("spool: one recipient's dead letter leaves the entry to the others")
{
  const test::Scratch scratch;
  const std::string dir = scratch / "outbox";
  Spool spool = spool_with(dir, 1);
  const Claim claim = claim_first(spool);
  Envelope part = claim.envelope;
  part.to = {"c@d"};
  part.state = "dead";
  REQUIRE(spool.bury_part(claim, part));
  const auto dead = parse_envelope(test::read(dir + "/dead/run0.mail/envelope.json"));
  REQUIRE(dead);
  CHECK(dead.value().to == std::vector<std::string>{"c@d"});
  CHECK(test::read(dir + "/dead/run0.mail/message.eml") == "message 0");
  REQUIRE(spool.release(claim));
  CHECK(Outbox(dir).list().value() == std::vector<std::string>{"run0.mail"});
}

TEST_CASE("spool: an entry that cannot be read goes to dead/ and does not stop the others")
{
  const test::Scratch scratch;
  const std::string dir = scratch / "outbox";
  Spool spool = spool_with(dir, 2);
  test::write(dir + "/run0.mail/envelope.json", "{");
  const auto claimed = spool.claim(spool.scan().value().at(0), own_lease(kNow + 60), kNow);
  REQUIRE_FALSE(claimed);
  CHECK(claimed.error().what.starts_with("run0.mail: envelope.json: "));
  CHECK(claimed.error().what.ends_with("; moved to dead/"));
  CHECK(fs::exists(dir + "/dead/run0.mail/message.eml"));
  CHECK(claim_first(spool).base == "run1.mail");
}

TEST_CASE("spool: leftovers of killed processes are swept, fresh ones not")
{
  const test::Scratch scratch;
  const std::string dir = scratch / "outbox";
  Spool spool = spool_with(dir, 1);
  for (const char* name : {"/.sent.x", "/.tmp.old", "/.tmp.new"}) {
    fs::create_directory(dir + name);
    test::write(dir + name + "/message.eml", "x");
  }
  const std::time_t now = ::time(nullptr);
  fs::last_write_time(dir + "/.tmp.old", fs::file_time_type::clock::now() - std::chrono::hours(48));
  spool.sweep(now);
  CHECK_FALSE(fs::exists(dir + "/.sent.x"));
  CHECK_FALSE(fs::exists(dir + "/.tmp.old"));
  CHECK(fs::exists(dir + "/.tmp.new"));
  CHECK(fs::exists(dir + "/run0.mail"));
}

namespace {

// Adds an entry, takes one, saves, gives it back, for ever: killed at any point by the parent.
[[noreturn]] void churn(const std::string& dir, int id)
{
  Outbox box(dir);
  auto spool = Spool::open(dir);
  for (int n = 0; spool; ++n) {
    const std::string run = "p" + std::to_string(id) + "n" + std::to_string(n);
    // A marker says that enqueue had returned; an entry without one was killed in between.
    if (box.enqueue(envelope(run), run)) {
      test::write(std::string(dir).append("/../done/").append(run), "");
    }
    const auto entries = spool.value().scan();
    for (const Entry& entry : entries.value()) {
      const auto claimed =
          spool.value().claim(entry, own_lease(::time(nullptr) + 600), ::time(nullptr));
      if (claimed && claimed.value()) {
        Claim claim = *claimed.value();
        claim.envelope.tries += 1;
        (void)spool.value().save(claim);
        (void)spool.value().release(claim);
      }
    }
    if (n == 8) {
      ::_exit(0);
    }
  }
  ::_exit(1);
}

// Every entry, under whatever name, by the run that its message names.
std::multiset<std::string> runs_in(const std::string& dir)
{
  std::multiset<std::string> runs;
  for (const auto& entry : fs::directory_iterator(dir)) {
    const std::string name = entry.path().filename();
    if (entry.is_directory() && !name.starts_with(".tmp.") && name != "dead") {
      const auto read = parse_envelope(test::read(entry.path() / "envelope.json"));
      REQUIRE(read);
      CHECK(test::read(entry.path() / "message.eml") == read.value().run);
      runs.insert(read.value().run);
    }
  }
  return runs;
}

}  // namespace

TEST_CASE("spool: no entry is lost or doubled when processes are killed at random points")
{
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 25; ++trial) {
    const test::Scratch scratch;
    const std::string dir = scratch / "outbox";
    fs::create_directory(scratch / "done");
    std::array<pid_t, 2> children{};
    for (std::size_t i = 0; i < children.size(); ++i) {
      children.at(i) = ::fork();
      if (children.at(i) == 0) {
        churn(dir, static_cast<int>(i));
      }
    }
    for (const pid_t child : children) {
      const timespec wait{0, static_cast<long>(random() % 12'000'000)};
      ::nanosleep(&wait, nullptr);
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
    if (!fs::exists(dir)) {
      continue;  // killed before the first entry
    }
    const auto runs = runs_in(dir);
    for (const auto& done : fs::directory_iterator(scratch / "done")) {
      INFO(done.path());
      CHECK(runs.count(done.path().filename()) == 1);
    }
    // The next deliverer can take every one of them.
    Result<Spool> spool = Spool::open(dir);
    REQUIRE(spool);
    const auto entries = spool.value().scan();
    REQUIRE(entries);
    for (const Entry& entry : entries.value()) {
      const auto claimed =
          spool.value().claim(entry, own_lease(::time(nullptr) + 60), ::time(nullptr));
      REQUIRE(claimed);
      CHECK(claimed.value());
    }
  }
}
