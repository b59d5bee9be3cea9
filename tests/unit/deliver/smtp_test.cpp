#include "deliver/smtp_outcome.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace gpualert::deliver;

namespace {

// Plays a conversation: "> " is what we said, "< " what the relay did.
SmtpDialogue play(const std::vector<std::string>& lines)
{
  SmtpDialogue dialogue;
  for (const std::string& line : lines) {
    const std::string text = line.substr(2) + "\r\n";
    if (line.front() == '>') {
      dialogue.sent(text);
    } else {
      dialogue.received(text);
    }
  }
  return dialogue;
}

std::vector<std::string> up_to_rcpt(const std::vector<std::string>& more)
{
  std::vector<std::string> lines{"< 220 hello", "> EHLO me",         "< 250-you",
                                 "< 250 SIZE",  "> MAIL FROM:<a@b>", "< 250 ok"};
  lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

std::vector<Fate> fates(const Outcome& outcome)
{
  std::vector<Fate> all;
  for (const Answer& answer : outcome.answers) {
    all.push_back(answer.fate);
  }
  return all;
}

constexpr const char* kTrouble = "Timeout was reached";

}  // namespace

TEST_CASE("dialogue: the stage is that of the last command, the reply its answer")
{
  const SmtpDialogue dialogue =
      play(up_to_rcpt({"> RCPT TO:<c@d>", "< 550-no", "< 550 such user"}));
  CHECK(dialogue.stage() == Stage::recipient);
  CHECK(dialogue.last().code == 550);
  CHECK(dialogue.last().words == "no such user");
  REQUIRE(dialogue.recipients().size() == 1);
}

TEST_CASE("dialogue: after 354 the message itself is answered")
{
  const SmtpDialogue dialogue =
      play(up_to_rcpt({"> RCPT TO:<c@d>", "< 250 ok", "> DATA", "< 354 go", "< 451 queue full"}));
  CHECK(dialogue.stage() == Stage::message);
  CHECK(dialogue.last().code == 451);
  CHECK(play(up_to_rcpt({"> DATA", "< 354 go"})).last().code == 0);
}

TEST_CASE("dialogue: what follows QUIT says nothing about the message")
{
  const SmtpDialogue dialogue =
      play(up_to_rcpt({"> RCPT TO:<c@d>", "< 550 no", "> QUIT", "< 221 bye"}));
  CHECK(dialogue.stage() == Stage::recipient);
  CHECK(dialogue.last().code == 550);
}

TEST_CASE("dialogue: a password in base64 is neither a command nor kept")
{
  const SmtpDialogue dialogue = play({"< 220 x", "> EHLO me", "< 250 AUTH PLAIN", "> AUTH PLAIN",
                                      "< 334 ", "> AGFubgBzM2NyZXQ=", "< 535 5.7.8 wrong"});
  CHECK(dialogue.stage() == Stage::login);
  CHECK(dialogue.last().words == "5.7.8 wrong");
}

TEST_CASE("dialogue: rubbish, NULs and endless replies are survived")
{
  SmtpDialogue dialogue;
  dialogue.received("HTTP/1.1 400 Bad Request\r\n");
  dialogue.received(
      std::string("2\0"
                  "0\r\n",
                  5));
  dialogue.received("");
  CHECK(dialogue.last().code == 0);
  for (int i = 0; i < 10'000; ++i) {
    dialogue.received("250-" + std::string(1000, 'x'));
  }
  dialogue.received("250\r\n");
  CHECK(dialogue.last().code == 250);
  CHECK(dialogue.last().words.size() == 500);
}

TEST_CASE("outcome: accepted by all, or by some")
{
  CHECK(fates(smtp_outcome(
            play(up_to_rcpt({"> RCPT TO:<1>", "< 250 ok", "> DATA", "< 354 go", "< 250 stored"})),
            true, "", 1)) == std::vector{Fate::sent});
  const Outcome some = smtp_outcome(
      play(up_to_rcpt({"> RCPT TO:<1>", "< 250 ok", "> RCPT TO:<2>", "< 550 no such user",
                       "> RCPT TO:<3>", "< 450 later", "> DATA", "< 354 go", "< 250 stored"})),
      true, "", 3);
  CHECK(fates(some) == std::vector{Fate::sent, Fate::refused, Fate::deferred});
  CHECK(some.answers[0].words == "250 stored");
  CHECK(some.answers[1].words == "RCPT TO: 550 no such user");
  CHECK_FALSE(some.channel_down);
}

TEST_CASE("outcome: none accepted, each by its own answer")
{
  const Outcome outcome =
      smtp_outcome(play(up_to_rcpt({"> RCPT TO:<1>", "< 550 no", "> RCPT TO:<2>", "< 450 later"})),
                   false, kTrouble, 2);
  CHECK(fates(outcome) == std::vector{Fate::refused, Fate::deferred});
}

TEST_CASE("outcome: recipients that were never asked are tried again")
{
  const Outcome outcome = smtp_outcome(
      play(up_to_rcpt({"> RCPT TO:<1>", "< 550 no", "> RCPT TO:<2>"})), false, kTrouble, 3);
  CHECK(fates(outcome) == std::vector{Fate::refused, Fate::deferred, Fate::deferred});
  CHECK(outcome.answers[2].words == "RCPT TO: Timeout was reached");
}

TEST_CASE("outcome: what a refusal means depends on where it comes")
{
  struct Case {
    std::vector<std::string> lines;
    Fate fate;
    bool down;
  };
  const std::vector<std::string> hello{"< 220 x", "> EHLO me", "< 250 x"};
  const auto after_hello = [&](std::vector<std::string> lines) {
    lines.insert(lines.begin(), hello.begin(), hello.end());
    return lines;
  };
  for (const Case& c : std::vector<Case>{
           {{}, Fate::deferred, true},                 // no connection, or no greeting
           {{"< 554 go away"}, Fate::deferred, true},  // the relay's affair, not the message's
           {{"< 220 x", "> EHLO me"}, Fate::deferred, true},
           {after_hello({"> STARTTLS", "< 454 no"}), Fate::deferred, true},
           {after_hello({"> AUTH PLAIN x", "< 535 wrong"}), Fate::deferred, true},
           {after_hello({"> AUTH PLAIN x", "< 421 too many"}), Fate::deferred, true},
           {after_hello({"> MAIL FROM:<a>", "< 550 denied"}), Fate::refused, false},
           {after_hello({"> MAIL FROM:<a>", "< 552 too big"}), Fate::refused, false},
           {after_hello({"> MAIL FROM:<a>", "< 451 later"}), Fate::deferred, false},
           {after_hello({"> MAIL FROM:<a>", "< 421 bye"}), Fate::deferred, true},
           {after_hello({"> MAIL FROM:<a>", "< 530 log in"}), Fate::deferred, false},
           {up_to_rcpt({"> RCPT TO:<1>", "< 250 ok", "> DATA", "< 554 no"}), Fate::refused, false},
           {up_to_rcpt({"> RCPT TO:<1>", "< 250 ok", "> DATA", "< 354 go"}), Fate::deferred, true},
           {up_to_rcpt({"> RCPT TO:<1>", "< 250 ok", "> DATA", "< 354 go", "< 554 spam"}),
            Fate::refused, false},
           {up_to_rcpt({"> RCPT TO:<1>", "< 250 ok", "> DATA", "< 354 go", "< 452 full"}),
            Fate::deferred, false},
       }) {
    const Outcome outcome = smtp_outcome(play(c.lines), false, kTrouble, 1);
    INFO(outcome.answers.at(0).words);
    CHECK(outcome.answers.at(0).fate == c.fate);
    CHECK(outcome.channel_down == c.down);
  }
}

TEST_CASE("dialogue: the answer to EHLO tells the largest message")
{
  CHECK(play({"< 220 hello", "> EHLO me", "< 250-SIZE 1000", "< 250 HELP"}).size_limit() == 1000);
  for (const char* none : {"< 250 SIZE", "< 250 SIZE 0", "< 250 SIZE x", "< 250 RESIZE 7"}) {
    CHECK_FALSE(play({"< 220 hello", "> EHLO me", none}).size_limit());
  }
  CHECK_FALSE(play({"< 220 SIZE 1000", "> EHLO me", "< 250 hello"}).size_limit());
}

TEST_CASE("outcome: a refusal for size can be told from others")
{
  const auto too_large = [](const std::string& reply) {
    const Outcome outcome = smtp_outcome(
        play(up_to_rcpt({"> RCPT TO:<c@d>", "< 250 ok", "> DATA", reply})), false, kTrouble, 1);
    return outcome.answers.front().too_large;
  };
  CHECK(too_large("< 552 5.3.4 too big"));
  CHECK(too_large("< 552 exceeded storage allocation"));
  CHECK(too_large("< 554 5.2.3 too long"));
  CHECK_FALSE(too_large("< 554 5.7.1 spam of 5.3.4 bytes"));
  CHECK_FALSE(too_large("< 452 5.3.4 later"));
  const Outcome outcome = smtp_outcome(
      play(up_to_rcpt({"> RCPT TO:<c@d>", "< 552 5.2.3 big", "> RCPT TO:<e@f>", "< 250 ok"})), true,
      kTrouble, 2);
  CHECK(outcome.answers[0].too_large);
  CHECK_FALSE(outcome.answers[1].too_large);
}
