// What goes with a report: the parts, the list of files, the smaller form.
#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace gpualert {

namespace {

bool has(std::string_view text, std::string_view part)
{
  return text.find(part) != std::string_view::npos;
}

Message compose(std::vector<Attachment> attachments)
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "train";
  record.host = "gpu07";
  record.user = "ann";
  record.ending = Exited{1};
  Verdict verdict;
  verdict.cause = "cuda_oom";
  verdict.title = "GPU out of memory";
  ReportOptions options;
  options.to = {"bob@x.org"};
  options.attachments = std::move(attachments);
  return compose_report(record, verdict, options);
}

Attachment attached(std::string name, std::string bytes)
{
  Attachment file;
  file.path = "/work/" + name;
  file.name = std::move(name);
  file.size = bytes.size();
  file.bytes = std::move(bytes);
  file.encoded = 1;
  file.fate = Fate::attached;
  return file;
}

}  // namespace

TEST_CASE("report: attachments are parts of a multipart/mixed, and are listed")
{
  Attachment left = attached("model.pt", "");
  left.fate = Fate::left_out;
  left.size = 5U << 20U;
  left.reason = "changed during the run; not of a kind that is attached unasked";
  const Message message = compose({attached("metrics.json", "{}"), left});
  CHECK(has(message.eml, "Content-Type: multipart/mixed;"));
  CHECK(has(message.eml, "Content-Type: application/json; name=\"metrics.json\"\r\n"));
  CHECK(has(message.eml, "Content-Disposition: attachment; filename=\"metrics.json\"\r\n"));
  CHECK(has(message.eml, "\r\ne30=\r\n"));
  CHECK_FALSE(has(message.eml, "filename=\"model.pt\""));
  CHECK(has(message.eml, "ATTACHED AND LEFT OUT"));
  CHECK(has(message.eml, "5.0 MiB, left out"));
}

TEST_CASE("report: the smaller form is the same message without attachments")
{
  const Message message = compose({attached("metrics.json", std::string(100000, 'x'))});
  REQUIRE_FALSE(message.minimal.empty());
  CHECK(message.minimal.size() < message.eml.size() / 2);
  CHECK(has(message.minimal, "Message-ID: <" + message.id + ">\r\n"));
  CHECK_FALSE(has(message.minimal, "multipart/mixed"));
  CHECK(has(message.minimal, "the relay takes no larger"));
  CHECK(compose({}).minimal.empty());
}

TEST_CASE("report: no name of a file ends a header or names a path")
{
  const Message message = compose(
      {attached("a\"\r\nBcc: x@y\r\n.json", "1"), attached("..", "2"), attached("\xff/x", "3")});
  CHECK_FALSE(has(message.eml, "\nBcc"));
  CHECK_FALSE(has(message.eml, "filename=\"..\""));
  CHECK(has(message.eml, "filename=\"file\""));
}

TEST_CASE("report: secrets in text that goes along are masked and counted")
{
  std::size_t masked = 0;
  const std::string text =
      mask_secrets("export HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyzabcdefgh\n", masked);
  CHECK(masked == 1);
  CHECK_FALSE(has(text, "hf_abc"));
}

}  // namespace gpualert
