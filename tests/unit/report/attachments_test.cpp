// What goes with a report: the parts, the list of files, the smaller form.
#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

namespace {

bool has(std::string_view text, std::string_view part)
{
  return text.find(part) != std::string_view::npos;
}

Message compose(std::vector<Attachment> attachments, const ReportOptions& given = {})
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
  ReportOptions options = given;
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
  REQUIRE(message.smaller.size() == 1);
  const std::string& minimal = message.smaller.front();
  CHECK(minimal.size() < message.eml.size() / 2);
  CHECK(has(minimal, "Message-ID: <" + message.id + ">\r\n"));
  CHECK_FALSE(has(minimal, "multipart/mixed"));
  CHECK(has(minimal, "the relay takes no larger"));
  CHECK(compose({}).smaller.empty());
}

// As attach_less would, without a log.
FewerFiles fewer_of(const std::vector<Attachment>& whole)
{
  return [whole](std::uint64_t bytes, std::uint64_t body, const std::string& why) {
    AttachmentBudget budget;
    budget.bytes = bytes;
    budget.body = body;
    return attach_less(whole, "", 0, budget, secret_gate({}), why).files;
  };
}

std::vector<Attachment> noisy_files(std::initializer_list<std::size_t> sizes)
{
  std::minstd_rand random(7);
  std::vector<Attachment> files;
  for (const std::size_t size : sizes) {
    std::string bytes(size, '\0');
    for (char& c : bytes) {
      c = static_cast<char>(random());
    }
    files.push_back(attached("f" + std::to_string(files.size()) + ".bin", bytes));
    files.back().encoded = encoded_size(size, files.back().name);
  }
  return files;
}

TEST_CASE("report: between the whole and the smallest form are halves, each with its own list")
{
  const std::vector<Attachment> files = noisy_files({900'000, 300'000, 2'000'000, 100'000});
  ReportOptions options;
  options.fewer = fewer_of(files);
  const Message message = compose(files, options);
  REQUIRE(message.smaller.size() == 3);
  CHECK(message.smaller[0].size() <= message.eml.size() / 2);
  CHECK(message.smaller[1].size() <= message.eml.size() / 4);
  CHECK(has(message.smaller[0], "filename=\"f0.bin\""));
  CHECK(has(message.smaller[0], "filename=\"f1.bin\""));
  CHECK_FALSE(has(message.smaller[0], "filename=\"f2.bin\""));
  CHECK(has(message.smaller[0], "left out (the relay takes no larger message)"));
  CHECK_FALSE(has(message.smaller[1], "filename=\"f0.bin\""));
  CHECK(has(message.smaller[1], "filename=\"f1.bin\""));
  CHECK_FALSE(has(message.smaller[2], "filename="));
  for (const std::string& form : message.smaller) {
    CHECK(has(form, "Message-ID: <" + message.id + ">\r\n"));
    for (const Attachment& file : files) {
      CHECK(has(form, "  " + file.name));
    }
  }
}

TEST_CASE("report: a form that is no smaller than another is left out, and small mails have one")
{
  const std::vector<Attachment> one = noisy_files({2'000'000});
  ReportOptions options;
  options.fewer = fewer_of(one);
  CHECK(compose(one, options).smaller.size() == 1);
  const std::vector<Attachment> small = noisy_files({100'000, 100'000, 100'000});
  options.fewer = fewer_of(small);
  CHECK(compose(small, options).smaller.size() == 1);
}

TEST_CASE("report: a message that exceeds its budget is packed anew")
{
  const std::vector<Attachment> files = noisy_files({300'000, 200'000, 100'000});
  ReportOptions options;
  options.fewer = fewer_of(files);
  for (const std::uint64_t budget : {1'000'000U, 700'000U, 400'000U, 100'000U}) {
    options.budget = budget;
    const Message message = compose(files, options);
    INFO(budget);
    CHECK(message.eml.size() <= budget);
    CHECK(has(message.eml, "f2.bin"));
    CHECK(has(message.eml, "filename=") == (budget > 300'000));
  }
}

TEST_CASE("report: secrets in what is attached count among the masked ones")
{
  Attachment file = attached("a.txt", "token=[masked]");
  file.masked = 3;
  CHECK(has(compose({file}).eml, "3 secrets masked in this mail"));
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
      mask_secrets("export HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyzabcdefgh\n", {}, masked);
  CHECK(masked == 1);
  CHECK_FALSE(has(text, "hf_abc"));
}

}  // namespace gpualert
