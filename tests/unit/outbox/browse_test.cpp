#include <gpualert/outbox.hpp>

#include "outbox/lease.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <ctime>

using namespace gpualert;
namespace fs = std::filesystem;

namespace {

void enqueue(Outbox& outbox, const std::string& run, std::int64_t queued_ns = 1)
{
  Envelope envelope;
  envelope.run = run;
  envelope.channel = "mail";
  envelope.to = {"a@b"};
  envelope.queued_ns = queued_ns;
  REQUIRE(outbox.enqueue(envelope, "of " + run + "\r\n"));
}

std::vector<std::string> names(const Outbox& outbox)
{
  const auto entries = outbox.entries();
  REQUIRE(entries);
  std::vector<std::string> names;
  for (const OutboxEntry& entry : entries.value()) {
    names.push_back(entry.name + " " + entry.envelope.state);
  }
  return names;
}

void lease(const Outbox& outbox, const std::string& name, const outbox::Lease& lease)
{
  fs::rename(outbox.dir() + "/" + name,
             outbox.dir() + "/" + name + outbox::kLeaseMark + to_text(lease));
}

}  // namespace

TEST_CASE("browse: no outbox is an empty one, and looking makes none")
{
  const test::Scratch scratch;
  const Outbox outbox(scratch / "outbox");
  CHECK(names(outbox).empty());
  CHECK_FALSE(fs::exists(outbox.dir()));
}

TEST_CASE("browse: what waits comes by its age, what was given up after it")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  enqueue(outbox, "a", 3);
  enqueue(outbox, "b", 2);
  enqueue(outbox, "c", 1);
  fs::create_directory(outbox.dir() + "/dead");
  fs::rename(outbox.dir() + "/c.mail", outbox.dir() + "/dead/c.mail");
  fs::create_directory(outbox.dir() + "/.tmp.1");
  CHECK(names(outbox) ==
        std::vector<std::string>{"b.mail queued", "a.mail queued", "dead/c.mail dead"});
  CHECK(outbox.message("dead/c.mail").value() == "of c\r\n");
}

TEST_CASE("browse: an entry in a deliverer's hand is being sent and cannot be dropped")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  enqueue(outbox, "a");
  lease(outbox, "a.mail", outbox::own_lease(::time(nullptr) + 60));
  CHECK(names(outbox) == std::vector<std::string>{"a.mail sending"});
  CHECK(outbox.message("a.mail").value() == "of a\r\n");
  CHECK_FALSE(outbox.drop("a.mail"));
  CHECK(names(outbox).size() == 1);
}

TEST_CASE("browse: an entry whose deliverer died waits, and can be dropped")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  enqueue(outbox, "a");
  lease(outbox, "a.mail", outbox::own_lease(::time(nullptr) - 1));
  CHECK(names(outbox) == std::vector<std::string>{"a.mail queued"});
  REQUIRE(outbox.drop("a.mail"));
  CHECK(names(outbox).empty());
}

TEST_CASE("browse: dropping takes that entry and no other, and nothing of it stays")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  enqueue(outbox, "a");
  enqueue(outbox, "a2");
  REQUIRE(outbox.drop("a.mail"));
  CHECK(names(outbox) == std::vector<std::string>{"a2.mail queued"});
  CHECK(outbox.drop("a.mail").error().what.find("has no entry a.mail") != std::string::npos);
  CHECK_FALSE(outbox.drop("../a2.mail"));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : fs::directory_iterator(outbox.dir())) {
    ++files;
  }
  CHECK(files == 2);  // a2.mail and due
}

TEST_CASE("browse: a damaged envelope is told, the others are shown")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  enqueue(outbox, "a");
  enqueue(outbox, "b");
  fs::remove(outbox.dir() + "/a.mail/envelope.json");
  const auto entries = outbox.entries();
  REQUIRE(entries);
  REQUIRE(entries.value().size() == 2);
  CHECK(entries.value()[0].damage == "open envelope.json: No such file or directory");
  CHECK(entries.value()[1].damage.empty());
  const std::string json = to_json({{outbox.dir(), entries.value()}});
  CHECK(json.find("\"damage\": \"open envelope.json") != std::string::npos);
  CHECK(json.find("\"entry\": \"b.mail\"") != std::string::npos);
}

TEST_CASE("browse: smaller forms lie beside the message")
{
  const test::Scratch scratch;
  Outbox outbox(scratch / "outbox");
  Envelope envelope;
  envelope.run = "a";
  envelope.channel = "mail";
  REQUIRE(outbox.enqueue(envelope, "large", {"half", "small"}));
  CHECK(test::read(outbox.dir() + "/a.mail/message.eml") == "large");
  CHECK(test::read(outbox.dir() + "/a.mail/minimal.eml") == "small");
  CHECK(test::read(outbox.dir() + "/a.mail/smaller-1.eml") == "half");
  enqueue(outbox, "b");
  CHECK_FALSE(fs::exists(outbox.dir() + "/b.mail/minimal.eml"));
}
