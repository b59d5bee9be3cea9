// What the settings say of secrets: redact, redact_keys, redact_keep.
#include "report/gate.hpp"
#include "report/own_keys.hpp"
#include "report/redact.hpp"

#include "mail.hpp"
#include "scratch.hpp"

#include <gpualert/digest.hpp>
#include <gpualert/note.hpp>
#include <gpualert/report.hpp>
#include <gpualert/report_facts.hpp>

#include <catch2/catch.hpp>

#include <tuple>

using namespace gpualert;
using namespace gpualert::report;
using test::has;
using test::part_of;

namespace {

const Redaction kOff{false, {}, {}};
const Redaction kOwn{true, {"MY_*", "*_pin"}, {"cache_token"}};
constexpr const char* kWords = "Secrets are not masked in this mail: the settings say redact =";

RunRecord record_with(const std::string& secret, const std::string& log_path)
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "train";
  record.host = "gpu07";
  record.user = "ann";
  record.argv = {"train", "--my-key", secret};
  record.ending = Exited{1};
  record.notes = {"my_note=" + secret};
  record.log.path = log_path;
  const std::string log = "my.setting: " + secret + "\n";
  test::write(log_path, log);
  record.log.bytes = log.size();
  return record;
}

Verdict verdict_with(const std::string& secret)
{
  Verdict verdict;
  verdict.cause = "key_or_attr";
  verdict.title = "KeyError MY_KEY=" + secret;
  verdict.evidence.push_back({1, 0, "my.setting: " + secret, Stream::out, {}, "", "r"});
  return verdict;
}

}  // namespace

TEST_CASE("redaction settings: a glob fits the whole of a text")
{
  const std::vector<std::tuple<std::string, std::string, bool>> cases{
      {"", "", true},           {"", "a", false},           {"*", "", true},
      {"*", "abc", true},       {"a*", "abc", true},        {"a*", "bac", false},
      {"*c", "abcc", true},     {"a*c*e", "abcde", true},   {"a*c*e", "abcdef", false},
      {"a?c", "abc", true},     {"a?c", "ac", false},       {"*ab*ab*", "abxab", true},
      {"*ab*ab*", "ab", false}, {"my_*", "my_key_2", true}, {"my_*", "my", false}};
  for (const auto& [glob, text, fits] : cases) {
    INFO(glob << " and " << text);
    CHECK(fits_glob(glob, text) == fits);
  }
}

TEST_CASE("redaction settings: a glob that tries everything costs a product, not a power")
{
  CHECK_FALSE(fits_glob("*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(20'000, 'a')));
}

TEST_CASE("redaction settings: names of one's own are secrets in every spelling")
{
  for (const char* text : {"MY_KEY=zq8Kx", "my-key: zq8Kx", R"("my.key": "zq8Kx")",
                           "--my-key zq8Kx", "myKey = zq8Kx", "CARD_PIN=8241", "--card-pin 8241"}) {
    INFO(text);
    CHECK(redact(text).masked == 0);
    CHECK(redact(text, kOwn).masked == 1);
    CHECK_FALSE(has(redact(text, kOwn).text, "zq8Kx"));
    CHECK_FALSE(has(redact(text, kOwn).text, "8241"));
  }
  CHECK(redact("ENEMY_KEYS=3 mystery=1", kOwn).masked == 0);
}

TEST_CASE("redaction settings: a name that is kept hides no other secret")
{
  CHECK(redact("cache_token=abcd", {}).masked == 1);
  CHECK(redact("cache_token=abcd", kOwn).masked == 0);
  CHECK(redact("cache_token=hf_" + std::string(30, 'Q'), kOwn).masked == 1);
  CHECK(redact("api_token=abcd", kOwn).masked == 1);
  CHECK(redact("x_token=abcd", {true, {"x_*"}, {"*_token"}}).masked == 1);
}

TEST_CASE("redaction settings: a name of one's own is masked in every part of a report")
{
  const test::Scratch scratch;
  ReportOptions options;
  options.redaction = kOwn;
  options.attachments.push_back({"MY_FILE=zq8Kx.txt", "/work/a", 1, 1, Fate::attached, "", "x"});
  const RunRecord record = record_with("zq8Kx", scratch / "log");
  const Message message = compose_report(record, verdict_with("zq8Kx"), options);
  const ReportView view = view_report(record, verdict_with("zq8Kx"), options);
  for (const std::string& shown :
       {message.subject, message.eml, message.smaller.at(0), part_of(message.eml, "text/plain"),
        part_of(message.eml, "text/html"), view.text, view.html}) {
    CHECK_FALSE(shown.empty());
    CHECK_FALSE(has(shown, "zq8Kx"));
  }
  CHECK(has(part_of(message.eml, "text/plain"), "secrets masked in this mail"));
  for (const auto& [key, value] : report_facts(record, verdict_with("zq8Kx"), kOwn)) {
    INFO(key);
    CHECK_FALSE(has(value, "zq8Kx"));
  }
  std::size_t masked = 0;
  CHECK(secret_gate(kOwn)("my_key=zq8Kx\n", masked) == "my_key=[masked]\n");
  CHECK(masked == 1);
}

TEST_CASE("redaction settings: redact = false leaves all as it is, and each mail says so")
{
  const test::Scratch scratch;
  const std::string secret = "hf_" + std::string(30, 'Q');
  ReportOptions options;
  options.redaction = kOff;
  const RunRecord record = record_with(secret, scratch / "log");
  const Message message = compose_report(record, verdict_with(secret), options);
  for (const char* type : {"text/plain", "text/html"}) {
    const std::string text = part_of(message.eml, type);
    CHECK(has(text, secret));
    CHECK(has(text, kWords));
    CHECK_FALSE(has(text, "[masked]"));
  }
  CHECK(has(message.subject, "hf_QQ"));
  CHECK(has(view_report(record, verdict_with(secret), options).text, kWords));
  CHECK(has(report_facts(record, verdict_with(secret), kOff).at("evidence"), secret));
  const Note note{"STARTED", "job " + secret, "it began", false, {}};
  CHECK(has(part_of(compose_note(record, note, options).eml, "text/plain"), kWords));
  std::size_t masked = 0;
  CHECK(secret_gate(kOff)("token=" + secret, masked) == "token=" + secret);
  CHECK(masked == 0);
}

TEST_CASE("redaction settings: a digest obeys them")
{
  SuppressedReport report{
      "run1", "FAILED train", {{"status", "FAILED"}, {"name", "my_key=zq8Kx"}}, 1};
  DigestOptions options;
  options.id = "d";
  options.from = "ann@x.org";
  options.to = {"bob@x.org"};
  options.redaction = kOwn;
  const Digest own = compose_digest({report}, options);
  CHECK_FALSE(has(part_of(own.message.eml, "text/plain"), "zq8Kx"));
  CHECK(own.facts.at("names") == "my_key=[masked]");
  CHECK_FALSE(has(part_of(own.message.eml, "text/plain"), kWords));
  options.redaction = kOff;
  const Digest off = compose_digest({report}, options);
  CHECK(has(part_of(off.message.eml, "text/plain"), "zq8Kx"));
  CHECK(has(part_of(off.message.eml, "text/plain"), kWords));
}
