#include <gpualert/outbox.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

namespace {

Envelope sample()
{
  Envelope envelope;
  envelope.run = "20260303T011409.123456Z-gpu07-4711";
  envelope.channel = "maildir";
  envelope.message_id = "run.1@gpu07.example.org";
  envelope.from = "ann@x.org";
  envelope.to = {"bob@x.org", "eve@x.org"};
  envelope.subject = "FAILED größe";
  envelope.queued_ns = 1'772'508'549'123'456'789;
  envelope.next_try_ns = 7;
  envelope.tries = 3;
  envelope.state = "deferred";
  envelope.last_error = "smtp: 451 later";
  envelope.facts = {{"cause", "CUDA out of memory"}};
  envelope.digest = 37;
  return envelope;
}

}  // namespace

TEST_CASE("envelope: what is written is read back")
{
  const Result<Envelope> read = parse_envelope(to_json(sample()));
  REQUIRE(read);
  const Envelope& back = read.value();
  CHECK(back.run == sample().run);
  CHECK(back.channel == sample().channel);
  CHECK(back.message_id == sample().message_id);
  CHECK(back.from == sample().from);
  CHECK(back.to == sample().to);
  CHECK(back.subject == sample().subject);
  CHECK(back.queued_ns == sample().queued_ns);
  CHECK(back.next_try_ns == sample().next_try_ns);
  CHECK(back.tries == sample().tries);
  CHECK(back.state == sample().state);
  CHECK(back.last_error == sample().last_error);
  CHECK(back.facts == sample().facts);
  CHECK(back.digest == sample().digest);
  CHECK(back.unknown_fields.empty());
}

TEST_CASE("envelope: fields of a newer version survive a rewrite")
{
  std::string json = to_json(sample());
  json.insert(json.find('{') + 1, R"("priority": {"level": 3},)");
  const Result<Envelope> read = parse_envelope(json);
  REQUIRE(read);
  CHECK(read.value().unknown_fields == "{\"priority\":{\"level\":3}}");
  const Result<Envelope> again = parse_envelope(to_json(read.value()));
  REQUIRE(again);
  CHECK(again.value().unknown_fields == read.value().unknown_fields);
}

TEST_CASE("envelope: bytes that are not UTF-8 do not break the file")
{
  Envelope envelope = sample();
  envelope.last_error = "caf\xe9";
  const Result<Envelope> read = parse_envelope(to_json(envelope));
  REQUIRE(read);
  CHECK(read.value().last_error == "caf\xEF\xBF\xBD");
}

TEST_CASE("envelope: damaged text is an error that names the file")
{
  for (const std::string& bad :
       {std::string(), std::string("{}"), std::string("[1]"), std::string(R"({"schema": "x"})"),
        to_json(sample()).substr(0, 100)}) {
    const Result<Envelope> read = parse_envelope(bad);
    REQUIRE_FALSE(read);
    CHECK(read.error().what.starts_with("envelope.json: "));
  }
}
