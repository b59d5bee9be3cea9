#include "deliver/webhook_address.hpp"
#include "deliver/webhook_body.hpp"
#include "deliver/webhook_outcome.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::deliver;

namespace {

Envelope report()
{
  Envelope envelope;
  envelope.run = "run1";
  envelope.channel = "hook";
  envelope.message_id = "run1.1@node";
  envelope.to = {"bob@x.org"};
  envelope.subject = "FAILED <a> & \"b\" @here *x*: out of memory on gpu07";
  envelope.facts = {{"status", "FAILED"},
                    {"hint", "Halve it_now."},
                    {"evidence", "`rm` <!channel>"},
                    {"log", "gpu07:/r/o.log"}};
  return envelope;
}

Fate fate(long status)
{
  return webhook_outcome(report(), status, "", 0).answers.at(0).fate;
}

}  // namespace

TEST_CASE("webhook: json has every fact by name, and the text of all")
{
  CHECK(webhook_body("json", report(), "") ==
        R"({"schema":1,"subject":"FAILED <a> & \"b\" @here *x*: out of memory on gpu07",)"
        R"("message_id":"run1.1@node","run":"run1",)"
        R"("text":"FAILED <a> & \"b\" @here *x*: out of memory on gpu07\nline: `rm` <!channel>\n)"
        R"(fix: Halve it_now.\nlog: gpu07:/r/o.log\nrun: run1",)"
        R"("evidence":"`rm` <!channel>","hint":"Halve it_now.","log":"gpu07:/r/o.log",)"
        R"("status":"FAILED"})");
}

TEST_CASE("webhook: in Slack no text is a mention or a link")
{
  CHECK(
      webhook_body("slack", report(), "") ==
      R"({"text":"*FAILED &lt;a&gt; &amp; \"b\" @here *x*: out of memory on gpu07*\n)"
      R"(line: `'rm' &lt;!channel&gt;`\nfix: Halve it_now.\nlog: `gpu07:/r/o.log`\nrun: `run1`"})");
}

TEST_CASE("webhook: in Markdown no text is markup or a mention")
{
  CHECK(webhook_body("mattermost", report(), "") ==
        "{\"text\":\"**FAILED \\\\<a\\\\> & \\\"b\\\" @\xe2\x80\x8bhere \\\\*x\\\\*: out of memory "
        "on "
        "gpu07**\\nline: `'rm' <!channel>`\\nfix: Halve it\\\\_now.\\nlog: `gpu07:/r/o.log`\\n"
        "run: `run1`\"}");
}

TEST_CASE("webhook: Discord gets at most 2000 characters, and calls nobody")
{
  Envelope envelope = report();
  envelope.facts["hint"] = std::string(5000, 'x');
  const std::string body = webhook_body("discord", envelope, "");
  CHECK(body.size() < 2100);
  CHECK(body.ends_with(R"(xx","allowed_mentions":{"parse":[]}})"));
}

TEST_CASE("webhook: a card for Teams, a notice for ntfy")
{
  const std::string card = webhook_body("teams", report(), "");
  CHECK(card.find(R"("contentType":"application/vnd.microsoft.card.adaptive")") !=
        std::string::npos);
  CHECK(card.find(R"({"title":"fix","value":"Halve it\\_now."})") != std::string::npos);
  Envelope envelope = report();
  envelope.subject = "FAILED";
  envelope.facts = {{"status", "FAILED"}};
  CHECK(
      webhook_body("ntfy", envelope, "jobs") ==
      R"({"topic":"jobs","title":"FAILED","message":"run: run1","priority":4,"tags":["warning"]})");
  envelope.facts = {{"status", "DONE"}};
  CHECK(webhook_body("ntfy", envelope, "jobs").find(R"("priority":3)") != std::string::npos);
}

TEST_CASE("webhook: which status is worth another try")
{
  for (const long sent : {200, 201, 204}) {
    CHECK(fate(sent) == Fate::sent);
  }
  for (const long later : {0, 301, 408, 425, 429, 500, 502, 503, 504}) {
    CHECK(fate(later) == Fate::deferred);
  }
  for (const long never : {400, 401, 403, 404, 410, 413, 422}) {
    CHECK(fate(never) == Fate::refused);
  }
}

TEST_CASE("webhook: Retry-After counts for what is tried again, up to four hours")
{
  CHECK(webhook_outcome(report(), 429, "", 90).retry_after_s == 90);
  CHECK(webhook_outcome(report(), 503, "", 1 << 30).retry_after_s == 4 * 3600);
  CHECK(webhook_outcome(report(), 429, "", -5).retry_after_s == 0);
  CHECK(webhook_outcome(report(), 404, "", 90).retry_after_s == 0);
  CHECK(webhook_outcome(report(), 429, "slow", 0).channel_down);
  CHECK_FALSE(webhook_outcome(report(), 404, "", 0).channel_down);
  CHECK(webhook_outcome(report(), 404, "no_team", 0).answers.at(0).words == "HTTP 404: no_team");
  CHECK(webhook_outcome(report(), 302, "", 0).answers.at(0).words ==
        "HTTP 302 (moved: correct the url)");
}

TEST_CASE("webhook: of an address only the host may be shown")
{
  const auto address = parse_webhook_address("https://hooks.example.org:8443/s/T0/x?k=1", false);
  REQUIRE(address);
  CHECK(address.value().host == "hooks.example.org:8443");
  CHECK(address.value().secret == "/s/T0/x?k=1");
  CHECK(address.value().encrypted);
  const auto ntfy = parse_webhook_address("http://ntfy.example.org/jobs", true);
  REQUIRE(ntfy);
  CHECK(ntfy.value().topic == "jobs");
  CHECK_FALSE(ntfy.value().encrypted);
  for (const char* bad : {"", "no url", "ftp://x.org/s3cret", "file:///etc/passwd", "https://"}) {
    const auto refused = parse_webhook_address(bad, false);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what.find("s3cret") == std::string::npos);
  }
  CHECK_FALSE(parse_webhook_address("https://ntfy.sh/", true));
}
