#include "held_fixture.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <set>
#include <sstream>

using namespace gpualert;
using namespace gpualert::outbox;
using namespace gpualert::test;

// One process after the other is killed at a random moment of all this.
TEST_CASE("held: whoever is killed when, each report is named by one digest")
{
  const Fixture box;
  constexpr int kReports = 60;
  for (int i = 0; i < kReports; ++i) {
    box.hold("run" + std::to_string(i));
  }
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::minstd_rand random(seed);
  const auto write_digests = [&] {
    Result<Held> held = Held::open(box.dir);
    for (int n = 0; held && n < 100; ++n) {
      const auto turn = held.value().take_turn(own_lease(now_s() + 60), now_s());
      std::vector<std::string> problems;
      if (!turn || !turn.value() || !held.value().recover()) {
        continue;
      }
      auto members = held.value().members(group(), problems);
      if (!members || members.value().empty()) {
        break;
      }
      members.value().resize(std::min<std::size_t>(members.value().size(), 7));
      std::string text;
      for (const HeldMessage& member : members.value()) {
        text += member.base + "\n";
      }
      (void)held.value().replace(group(), members.value(), digest(unique_suffix(), 7), text,
                                 *turn.value());
    }
  };
  for (int round = 0; round < 40; ++round) {
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
      write_digests();
      ::_exit(0);
    }
    ::usleep(std::uniform_int_distribution<unsigned>(0, 4000)(random));
    ::kill(pid, SIGKILL);
    REQUIRE(::waitpid(pid, nullptr, 0) == pid);
  }
  write_digests();
  std::multiset<std::string> named;
  const Outbox outbox(box.dir);
  const auto names = outbox.list();
  REQUIRE(names);
  for (const std::string& name : names.value()) {
    std::istringstream text(outbox.message(name).value());
    for (std::string line; std::getline(text, line);) {
      named.insert(line);
    }
  }
  CHECK(named.size() == kReports);
  CHECK(std::set<std::string>(named.begin(), named.end()).size() == kReports);
  Held held = box.open();
  CHECK(box.bases(held).empty());
}

namespace {

// The digest of all that is held, by whoever has a turn that others see end at `until_s`.
Status write_digest(const Fixture& box, std::int64_t until_s, std::int64_t at_s)
{
  Result<Held> held = Held::open(box.dir);
  if (!held) {
    return held.error();
  }
  const auto turn = held.value().take_turn(own_lease(until_s), at_s);
  if (!turn || !turn.value()) {
    return Error{"no turn"};
  }
  if (const Result<bool> recovered = held.value().recover(); !recovered) {
    return recovered.error();
  }
  std::vector<std::string> problems;
  const auto members = held.value().members(group(), problems);
  if (!members || members.value().empty()) {
    return members ? ok() : Status(members.error());
  }
  std::string text;
  for (const HeldMessage& member : members.value()) {
    text += member.base + "\n";
  }
  // Large, so that there is time to stop in the middle of writing it.
  return held.value().replace(group(), members.value(), digest(unique_suffix(), 1),
                              text.append(200'000, '\n'), *turn.value());
}

std::multiset<std::string> named_in(const Outbox& outbox)
{
  std::multiset<std::string> named;
  const auto names = outbox.list();
  REQUIRE(names);
  for (const std::string& name : names.value()) {
    std::istringstream text(outbox.message(name).value());
    for (std::string line; std::getline(text, line);) {
      if (!line.empty()) {
        named.insert(line);
      }
    }
  }
  return named;
}

}  // namespace

// One that is stopped at a random moment, while its lease ends and another takes the turn; then it
// goes on.
TEST_CASE("held: who slept past the end of its lease writes no second digest")
{
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::minstd_rand random(seed);
  int overtaken = 0;
  for (int round = 0; round < 150; ++round) {
    const Fixture box;
    box.hold("run");
    const std::int64_t start = now_s();
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
      (void)write_digest(box, start + 60, start);
      ::_exit(0);
    }
    ::usleep(std::uniform_int_distribution<unsigned>(0, 1500)(random));
    ::kill(pid, SIGSTOP);
    REQUIRE(::waitpid(pid, nullptr, WUNTRACED) == pid);
    overtaken += write_digest(box, start + 600, start + 120) ? 1 : 0;
    ::kill(pid, SIGCONT);
    ::waitpid(pid, nullptr, 0);
    INFO("round " << round);
    CHECK(named_in(Outbox(box.dir)) == std::multiset<std::string>{"run.mail"});
    Held held = box.open();
    CHECK(box.bases(held).empty());
  }
  CHECK(overtaken > 20);
}
