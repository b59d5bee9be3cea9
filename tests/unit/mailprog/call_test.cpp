#include "mailprog/call.hpp"
#include "mailprog/call_form.hpp"
#include "mailprog/recognise.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

using namespace gpualert;
using namespace gpualert::mailprog;

namespace {

using Words = std::vector<std::string>;

std::string show(const Words& argv)
{
  const std::optional<CallForm> call = parse_call(argv);
  return call ? fmt::format("{}<{}> from <{}> to {}{}",
                            call->form == Form::mail ? "mail " : "sendmail ", call->subject,
                            call->from, fmt::join(call->recipients, "|"),
                            call->recipients_in_header ? " and the header's" : "")
              : "-";
}

}  // namespace

TEST_CASE("call: the forms of the schedulers")
{
  CHECK(show({"mail", "-s", "x", "a@b"}) == "mail <x> from <> to a@b");
  CHECK(show({"mail", "-s", "x", "-r", "me@b", "a@b", "c"}) == "mail <x> from <me@b> to a@b|c");
  CHECK(show({"s", "-f", "adm", "a@b c@d "}) == "sendmail <> from <adm> to a@b c@d ");
  CHECK(show({"s", "-oi", "-FLSF", "-fadmin", "ada"}) == "sendmail <> from <admin> to ada");
  CHECK(show({"s", "-oi", "-F", "Load Sharing", "ada"}) == "sendmail <> from <> to ada");
  CHECK(show({"s", "-t", "-i"}) == "sendmail <> from <> to  and the header's");
}

TEST_CASE("call: anything else is for the real mailer")
{
  for (const Words& argv :
       {Words{}, Words{"mail"}, Words{"mail", "-s"}, Words{"mail", "-s", "x"}, Words{"mail", "-f"},
        Words{"mail", "-f", "mbox"}, Words{"mail", "-v", "a@b"},
        Words{"mail", "-s", "x", "a@b", "-c", "d@e"}, Words{"sendmail", "-bs"},
        Words{"sendmail", "-t", "a@b", "-oi"}}) {
    INFO(fmt::format("{}", fmt::join(argv, " ")));
    CHECK(show(argv) == "-");
  }
}

// `--mail-user=-evil` is an argument of the mail program, and must not become an option of another.
TEST_CASE("call: Slurm's recipient is the third argument, whatever it looks like")
{
  CHECK(show({"mail", "-s", "x", "-evil"}) == "mail <x> from <> to -evil");
  CHECK(show({"mail", "-s", "x", "-r"}) == "mail <x> from <> to -r");
}

TEST_CASE("call: it comes back from the spool as it was")
{
  Call call;
  call.argv = {"/usr/bin/mail", "-s", std::string("a\n\xff:3", 5), ""};
  call.variables = {{"SLURM_JOB_ID", "1"}, {"SLURM_X", "a=b\n5:x"}};
  call.body = std::string("\0body\n", 6);
  call.received_ns = 17;
  const Result<Call> again = decode(encode(call));
  REQUIRE(again);
  CHECK(again->argv == call.argv);
  CHECK(again->variables == call.variables);
  CHECK(again->body == call.body);
  CHECK(again->received_ns == 17);
  const std::string whole = encode(call);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CHECK_FALSE(decode(whole.substr(0, length)));
  }
  CHECK_FALSE(decode(whole + "x"));
  CHECK_FALSE(decode("GPAMAIL1\n1\n18446744073709551615\n0\n"));
}

TEST_CASE("call: a mail of slurmctld has no body")
{
  Call call{{"mail", "-s", "Slurm Job_id=1 Name=a Began", "ada"}, {}, "", 0};
  CHECK(recognise(call));
  call.body = "I forward this to you\n";
  CHECK_FALSE(recognise(call));
}

TEST_CASE("recipients: split, checked and restricted")
{
  CHECK(split_recipients({"a@x,b@x", " c , d\te "}) == Words{"a@x", "b@x", "c", "d", "e"});
  CHECK(split_recipients({"", ",", " "}).empty());
  const Recipients all = check_recipients(
      {"a@x", "-evil", "a@x", "b\n@x", "ada", "c@y\r\nBcc:z@z", "slack:#room"}, {});
  CHECK(all.accepted == Words{"a@x", "ada"});
  CHECK(all.refused.size() == 4);
  const Recipients some =
      check_recipients({"a@Example.org", "b@sub.example.org", "c@lab.test", "d@a.lab.test",
                        "e@evil-example.org", "f@xlab.test", "ada"},
                       {"example.org", ".lab.test"});
  CHECK(some.accepted == Words{"a@Example.org", "c@lab.test", "d@a.lab.test", "ada"});
  CHECK(some.refused.size() == 3);
}
