#pragma once

#include "outbox/held.hpp"
#include "outbox/names.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <ctime>

// An outbox with reports that are held, for the tests.
namespace gpualert::test {

using namespace gpualert::outbox;

inline std::int64_t now_s()
{
  return ::time(nullptr);
}

inline Envelope report(const std::string& run)
{
  Envelope envelope;
  envelope.run = run;
  envelope.channel = "mail";
  envelope.message_id = run + ".1@x";
  envelope.from = "ann@x.org";
  envelope.to = {"bob@x.org"};
  return envelope;
}

inline Envelope digest(const std::string& run, std::size_t of)
{
  Envelope envelope = report(run);
  envelope.digest = static_cast<int>(of);
  return envelope;
}

inline const std::string& group()
{
  static const std::string name = group_of("mail", {"bob@x.org"});
  return name;
}

// An outbox, and reports of it that are held.
struct Fixture {
  test::Scratch scratch;
  std::string dir = scratch / "outbox";

  // Enqueues, claims and holds; whether it was the first.
  bool hold(const std::string& run) const
  {
    REQUIRE(Outbox(dir).enqueue(report(run), "message of " + run));
    Result<Spool> spool = Spool::open(dir);
    REQUIRE(spool);
    const auto entries = spool.value().scan();
    REQUIRE(entries);
    for (const Entry& entry : entries.value()) {
      if (entry.base == run + ".mail") {
        const auto claim = spool.value().claim(entry, own_lease(now_s() + 60), now_s());
        REQUIRE(claim);
        Held held = open();
        const Result<bool> first = held.add(*claim.value());
        REQUIRE(first);
        return first.value();
      }
    }
    FAIL("not enqueued");
    return false;
  }
  Held open() const
  {
    Result<Held> held = Held::open(dir);
    REQUIRE(held);
    return std::move(held).value();
  }
  std::string group_dir() const { return dir + "/held/" + group(); }
  void age(const std::string& name, std::int64_t seconds) const
  {
    const timespec when{now_s() - seconds, 0};
    const timespec times[2]{when, when};
    REQUIRE(::utimensat(AT_FDCWD, (dir + "/held/" + name).c_str(), times, 0) == 0);
  }
  std::vector<std::string> bases(Held& held) const
  {
    std::vector<std::string> problems;
    const auto members = held.members(group(), problems);
    REQUIRE(members);
    std::vector<std::string> names;
    for (const HeldMessage& member : members.value()) {
      names.push_back(member.base);
    }
    return names;
  }
};

inline Turn turn_of(const Held& held)
{
  auto turn = held.take_turn(own_lease(now_s() + 60), now_s());
  REQUIRE(turn);
  REQUIRE(turn.value());
  return std::move(*turn.value());
}

}  // namespace gpualert::test
