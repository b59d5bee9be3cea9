#include "held_fixture.hpp"

#include "outbox/directory.hpp"
#include "outbox/due.hpp"
#include "outbox/held_names.hpp"

using namespace gpualert;
using namespace gpualert::outbox;
using namespace gpualert::test;
namespace fs = std::filesystem;

TEST_CASE("held: a report that is held leaves the queue, and is listed")
{
  const Fixture box;
  CHECK(box.hold("run1"));
  CHECK_FALSE(box.hold("run2"));
  const Outbox outbox(box.dir);
  CHECK(outbox.list().value().empty());
  CHECK(Spool::open(box.dir).value().scan().value().empty());
  const auto entries = outbox.entries().value();
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].name == "held/" + group() + "/run1.mail");
  CHECK(entries[0].envelope.state == "held");
  CHECK(outbox.message(entries[0].name).value() == "message of run1");
}

TEST_CASE("held: dropping a held report takes that one")
{
  const Fixture box;
  box.hold("run1");
  box.hold("run2");
  Outbox outbox(box.dir);
  REQUIRE(outbox.drop("held/" + group() + "/run1.mail"));
  Held held = box.open();
  CHECK(box.bases(held) == std::vector<std::string>{"run2.mail"});
}

TEST_CASE("held: looking for held reports makes nothing")
{
  const test::Scratch scratch;
  const auto held = Held::open_existing(scratch / "outbox");
  REQUIRE(held);
  CHECK_FALSE(held.value());
  CHECK_FALSE(fs::exists(scratch / "outbox"));
}

TEST_CASE("held: a digest waits a minute for others, and an hour after the last one")
{
  const Fixture box;
  box.hold("run1");
  const Held held = box.open();
  const auto wait = [&] {
    const auto groups = held.groups();
    REQUIRE(groups);
    REQUIRE(groups.value().size() == 1);
    CHECK(groups.value()[0].name == group());
    return groups.value()[0].wait().count();
  };
  CHECK(wait() > 50);
  CHECK(wait() <= 60);
  box.age(group() + "/.since", 61);
  CHECK(wait() == 0);
  test::write(box.dir + "/held/.last." + group(), "");
  CHECK(wait() > 3500);
  box.age(".last." + group(), 3601);
  CHECK(wait() == 0);
  box.age(group() + "/.since", -1'000'000);  // a clock that was wrong
  CHECK(wait() == 0);
}

TEST_CASE("held: the turn is one process's at a time, and a dead one's is taken")
{
  const Fixture box;
  box.hold("run1");
  const Held held = box.open();
  {
    const Turn turn = turn_of(held);
    CHECK(turn.is_ours());
    CHECK_FALSE(held.take_turn(own_lease(now_s() + 61), now_s()).value());
    fs::rename(box.dir + "/held/.turn~" + to_text(own_lease(now_s() + 60)),
               box.dir + "/held/.turn~" + to_text(own_lease(1)));
    CHECK_FALSE(turn.is_ours());
    CHECK(turn_of(held).is_ours());
  }
  CHECK(turn_of(held).is_ours());
  fs::remove(box.dir + "/held/.turn");  // by somebody who cleaned up
  CHECK(turn_of(held).is_ours());
}

TEST_CASE("held: a digest takes the place of its members")
{
  const Fixture box;
  box.hold("run1");
  box.hold("run2");
  Held held = box.open();
  const Turn turn = turn_of(held);
  std::vector<std::string> problems;
  const auto members = held.members(group(), problems);
  REQUIRE(members);
  CHECK(box.hold("run3"));  // comes too late, and begins to wait for the next
  REQUIRE(held.replace(group(), members.value(), digest("d1", 2), "names both", turn));
  CHECK(Outbox(box.dir).list().value() == std::vector<std::string>{"d1.mail"});
  CHECK(Outbox(box.dir).message("d1.mail").value() == "names both");
  CHECK(Spool::open(box.dir).value().peek({"d1.mail", "d1.mail", {}}).value().digest == 2);
  CHECK(box.bases(held) == std::vector<std::string>{"run3.mail"});
  const std::int64_t last = Outbox(box.dir).last_digest_ns();
  CHECK(last > 0);
  CHECK(Outbox(box.dir).named_in_digests(0) == std::vector<std::string>{"run1.mail", "run2.mail"});
  CHECK(Outbox(box.dir).named_in_digests(last).empty());
}

TEST_CASE("held: who lost the turn writes no digest")
{
  const Fixture box;
  box.hold("run1");
  Held held = box.open();
  const Turn turn = turn_of(held);
  std::vector<std::string> problems;
  const auto members = held.members(group(), problems);
  REQUIRE(members);
  fs::rename(box.dir + "/held/.turn~" + to_text(own_lease(now_s() + 60)), box.dir + "/held/.turn");
  CHECK_FALSE(held.replace(group(), members.value(), digest("d1", 1), "x", turn));
  CHECK(Outbox(box.dir).list().value().empty());
  CHECK(box.bases(held) == std::vector<std::string>{"run1.mail"});
}

TEST_CASE("held: whoever takes the turn withdraws a digest that was not committed")
{
  const Fixture box;
  box.hold("run1");
  Held held = box.open();
  const std::string temporary = box.dir + "/held/" + with(kTemporaryPrefix, "1.2.3.4");
  fs::create_directory(temporary);
  test::write(temporary + "/message.eml", "of one that sleeps");
  const Turn turn = turn_of(held);
  REQUIRE(held.recover());
  CHECK_FALSE(held.recover().value());
  CHECK_FALSE(fs::exists(temporary));
  CHECK(box.bases(held) == std::vector<std::string>{"run1.mail"});
}

TEST_CASE("held: a digest of a dead process is finished by the next, and a namesake is no member")
{
  const Fixture box;
  box.hold("run1");
  box.hold("run2");
  Held held = box.open();
  // As it is between the commit and the end: run1 is gone, run2 is there, another run3 came.
  const std::string temporary = box.dir + "/held/.digest." + group();
  fs::create_directory(temporary);
  test::write(temporary + "/message.eml", "names three");
  test::write(temporary + "/envelope.json", to_json(digest("d1", 3)));
  test::write(temporary + "/members",
              "run1.mail\trun1.1@x\nrun2.mail\trun2.1@x\nrun3.mail\tother.1@x\n");
  fs::remove_all(box.group_dir() + "/run1.mail");
  box.hold("run3");
  CHECK(held.groups().value().front().wait().count() == 0);
  const Turn turn = turn_of(held);
  const Result<bool> recovered = held.recover();
  REQUIRE(recovered);
  CHECK(recovered.value());
  CHECK(Outbox(box.dir).list().value() == std::vector<std::string>{"d1.mail"});
  CHECK(box.bases(held) == std::vector<std::string>{"run3.mail"});
  CHECK_FALSE(held.recover().value());
}

TEST_CASE("held: a report that cannot be read is kept with the dead and named")
{
  const Fixture box;
  box.hold("run1");
  box.hold("run2");
  test::write(box.group_dir() + "/run1.mail/envelope.json", "{");
  Held held = box.open();
  std::vector<std::string> problems;
  const auto members = held.members(group(), problems);
  REQUIRE(members);
  CHECK(members.value().size() == 1);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].starts_with("run1.mail: envelope.json: "));
  CHECK(fs::exists(box.dir + "/dead/run1.mail/message.eml"));
}
