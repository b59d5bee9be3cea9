#include "report/gate.hpp"

#include "mail.hpp"
#include "report/display.hpp"
#include "report/html.hpp"
#include "scratch.hpp"

#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::report;
using test::has;

namespace {

const std::string kSecret = "hf_" + std::string(30, 'Q') + "1";

LogLine line_of(const std::string& raw)
{
  LogLine line;
  line.content = styled_line(raw);
  return line;
}

}  // namespace

TEST_CASE("gate: colours stay on their text when a secret before them is masked")
{
  Document document;
  document.sections = {{"x",
                        {Excerpt{{line_of("token=" + kSecret + " \x1b[31mred\x1b[0m end"),
                                  line_of("\x1b[32mgreen\x1b[0m " + kSecret + " \x1b[34mblue")}}}}};
  Gate gate;
  gate.clear(document);
  CHECK(gate.masked() == 2);
  const auto& excerpt = std::get<Excerpt>(document.sections[0].blocks[0]);
  CHECK(html_line(std::get<LogLine>(excerpt.lines[0]).content) ==
        "token=[masked] <span style=\"color:#d0403a\">red</span> end");
  CHECK(has(html_line(std::get<LogLine>(excerpt.lines[1]).content),
            "<span style=\"color:#2e8b45\">green</span> [masked]"));
}

TEST_CASE("gate: a colour within a secret does not hide it")
{
  Document document;
  document.sections = {
      {"x", {Excerpt{{line_of("key hf_\x1b[31m" + kSecret.substr(3) + "\x1b[0m.")}}}}};
  Gate gate;
  gate.clear(document);
  const auto& excerpt = std::get<Excerpt>(document.sections[0].blocks[0]);
  CHECK(std::get<LogLine>(excerpt.lines[0]).content.text == "key [masked].");
}

TEST_CASE("gate: a secret is masked before a line or a name is cut")
{
  Document document;
  document.sections = {{"x", {Excerpt{{line_of(std::string(990, '.') + " " + kSecret)}}}}};
  Gate gate;
  gate.clear(document);
  const auto& excerpt = std::get<Excerpt>(document.sections[0].blocks[0]);
  CHECK_FALSE(has(std::get<LogLine>(excerpt.lines[0]).content.text, "hf_"));
  RunRecord record;
  record.name = std::string(40, 'n') + " " + kSecret;
  record.ending = Exited{1};
  CHECK_FALSE(has(compose_report(record, {}, {}).eml, "hf_"));
}

TEST_CASE("gate: no secret survives anywhere in a report, in neither part nor in a header")
{
  const test::Scratch scratch;
  const std::string pem =
      "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n"
      "BKcwggSjAgEAAoIBAQ\n-----END PRIVATE KEY-----\n";
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "job " + kSecret;
  record.host = kSecret;
  record.user = kSecret;
  record.cwd = "/home/" + kSecret;
  record.argv = {"train", "--api-key", "zq8Kx", "--url", "https://ann:zq8Kx@host/", kSecret};
  record.scheduler = {"slurm", "1", "", "", "", kSecret, "", "", kSecret};
  record.ending = Exited{1};
  record.notes = {kSecret};
  record.log.notes = {kSecret};
  record.log.path = scratch / "log";
  const std::string log = pem + kSecret + "\nPASSWORD=zq8Kx\n\x1b[31mBearer zq8KxqqqqqqQ\x1b[0m\n";
  test::write(record.log.path, log);
  record.log.bytes = log.size();
  Verdict verdict;
  verdict.cause = "key_or_attr";
  verdict.title = "title " + kSecret;
  verdict.hint = "hint " + kSecret;
  verdict.first_host = kSecret;
  verdict.evidence.push_back({5, pem.size(), kSecret, Stream::err, 1, kSecret, "r"});
  verdict.runner_up = RunnerUp{"other", "because " + kSecret, {}};
  verdict.collateral.push_back({"other", "r", 2, {1}, verdict.evidence[0]});
  verdict.progress.line = 1;
  verdict.progress.last_line = "loss 1 " + kSecret;
  const Message message = compose_report(record, verdict, {});
  for (const std::string& shown :
       {message.subject, message.eml, test::part_of(message.eml, "text/plain"),
        test::part_of(message.eml, "text/html")}) {
    for (const char* secret : {"QQQQ", "zq8Kx", "MIIEv", "BKcwg"}) {
      INFO(secret);
      CHECK_FALSE(has(shown, secret));
    }
  }
  CHECK(has(test::part_of(message.eml, "text/html"), "secrets masked in this mail"));
}
