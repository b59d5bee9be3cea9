#include <gpualert/digest.hpp>

#include "mail.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpualert;
using test::has;
using test::part_of;

namespace {

constexpr std::int64_t kStart = 1'772'500'449'000'000'000;

SuppressedReport failure(int n, const std::string& id, const std::string& cause,
                         const std::string& host)
{
  const std::string run = "run" + std::to_string(n);
  SuppressedReport report;
  report.run = run;
  report.subject = "FAILED train-" + std::to_string(n) + ": " + cause;
  report.queued_ns = kStart + n * 1'000'000'000LL;
  report.facts = {{"status", "FAILED"},
                  {"name", "train-" + std::to_string(n)},
                  {"cause", cause},
                  {"cause_id", id},
                  {"ending", "exited with status 1 after 4.0 s"},
                  {"host", host},
                  {"log", host + ":/runs/" + run + "/output.log"}};
  return report;
}

std::vector<SuppressedReport> some()
{
  return {failure(1, "nccl_timeout", "NCCL timeout", "gpu07"),
          failure(3, "cuda_oom", "CUDA out of memory", "gpu08"),
          failure(2, "cuda_oom", "CUDA out of memory", "gpu07")};
}

DigestOptions options()
{
  DigestOptions options;
  options.id = "20260303T011409.123456Z-gpu07-4711-digest";
  options.from = "ann@x.org";
  options.to = {"bob@x.org"};
  options.when_ns = kStart;
  options.mails_per_hour = 20;
  return options;
}

std::size_t at(const std::string& text, const std::string& part)
{
  INFO("looking for " << part << " in\n" << text);
  REQUIRE(has(text, part));
  return text.find(part);
}

}  // namespace

TEST_CASE("digest: the subject counts by cause, the largest first")
{
  const Digest digest = compose_digest(some(), options());
  CHECK(digest.message.subject ==
        "DIGEST 3 runs: CUDA out of memory (2), NCCL timeout (1) on 2 hosts");
  CHECK(digest.message.id.starts_with("20260303T011409.123456Z-gpu07-4711-digest.1@"));
  CHECK(has(digest.message.eml, "\r\nX-GPUAlert-Status: DIGEST\r\nX-GPUAlert-Runs: 3\r\n"));
  CHECK(has(digest.message.eml, "\r\nAuto-Submitted: auto-generated\r\n"));
  CHECK(has(digest.message.eml, "\r\nTo: bob@x.org\r\n"));
}

TEST_CASE("digest: text and HTML name every run with its cause, ending, host and log")
{
  const Digest digest = compose_digest(some(), options());
  for (const char* type : {"text/plain", "text/html"}) {
    const std::string text = part_of(digest.message.eml, type);
    for (const SuppressedReport& report : some()) {
      const std::string host = report.facts.at("host");
      at(text, report.facts.at("name") + ": exited with status 1 after 4.0 s on " + host + "; " +
                   report.facts.at("log"));
    }
  }
  const std::string text = part_of(digest.message.eml, "text/plain");
  CHECK(at(text, "\nBY CAUSE\n  2             CUDA out of memory\n  1             NCCL timeout\n") <
        at(text, "\nBY HOST\n  2             gpu07\n  1             gpu08\n"));
  CHECK(at(text, "\nCUDA OUT OF MEMORY (2 RUNS)\n") < at(text, "train-2"));
  CHECK(at(text, "train-2") < at(text, "train-3"));
  CHECK(at(text, "train-3") < at(text, "\nNCCL TIMEOUT (1 RUN)\n"));
  CHECK(at(text, "\nNCCL TIMEOUT (1 RUN)\n") < at(text, "train-1"));
  CHECK(has(text, "3 reports above the limit of 20 mails an hour (mails_per_hour)"));
}

TEST_CASE("digest: one run, one host, and a report of which nothing is known")
{
  SuppressedReport bare;
  bare.run = "run9";
  bare.subject = "FAILED old: who knows";
  const Digest digest = compose_digest({bare}, options());
  CHECK(digest.message.subject == "DIGEST 1 run: cause not known (1)");
  const std::string text = part_of(digest.message.eml, "text/plain");
  CHECK(has(text, "FAILED old: who knows; run run9\n"));
  CHECK_FALSE(has(text, "BY HOST"));
}

TEST_CASE("digest: what the budget has no room for is counted, by cause")
{
  std::vector<SuppressedReport> reports;
  for (int i = 0; i < 3000; ++i) {
    reports.push_back(i % 3 == 0 ? failure(i, "nccl_timeout", "NCCL timeout", "gpu07")
                                 : failure(i, "cuda_oom", "CUDA out of memory", "gpu07"));
  }
  DigestOptions small = options();
  small.budget = 200'000;
  const Digest digest = compose_digest(reports, small);
  CHECK(digest.message.eml.size() <= small.budget);
  CHECK(digest.message.eml.size() > small.budget / 2);
  const std::string text = part_of(digest.message.eml, "text/plain");
  std::size_t named = 0;
  for (std::size_t i = text.find("; gpu07:/runs/"); i != std::string::npos;
       i = text.find("; gpu07:/runs/", i + 1)) {
    ++named;
  }
  std::size_t left_out = 0;
  for (std::size_t i = text.find("[… "); i != std::string::npos; i = text.find("[… ", i + 1)) {
    left_out += std::stoul(text.substr(i + std::string("[… ").size()));
  }
  CHECK(named > 0);
  CHECK(named + left_out == reports.size());
  CHECK(has(text, "  2000          CUDA out of memory\n"));
}

TEST_CASE("digest: secrets are masked in subject, text, HTML and facts")
{
  std::vector<SuppressedReport> reports = some();
  const std::string token = "hf_" + std::string(34, 'A');
  reports[0].facts["name"] = "train --token " + token;
  reports[0].facts["cause"] = "login with " + token;
  const Digest digest = compose_digest(reports, options());
  CHECK_FALSE(has(digest.message.subject, token));
  CHECK_FALSE(has(part_of(digest.message.eml, "text/plain"), token));
  CHECK_FALSE(has(part_of(digest.message.eml, "text/html"), token));
  CHECK_FALSE(has(digest.message.eml, token));
  for (const auto& [key, value] : digest.facts) {
    CHECK_FALSE(has(value, token));
  }
}

TEST_CASE("digest: no name breaks a header, a line or the HTML")
{
  std::vector<SuppressedReport> reports = some();
  reports[0].facts["name"] = "a\r\nBcc: eve@x.org\r\n\r\n<script>";
  reports[0].facts["cause"] = "b\r\nBcc: eve@x.org";
  const Digest digest = compose_digest(reports, options());
  CHECK_FALSE(has(digest.message.eml, "\r\nBcc:"));
  CHECK_FALSE(has(part_of(digest.message.eml, "text/html"), "<script>"));
  CHECK_FALSE(has(part_of(digest.message.eml, "text/plain"), "\nBcc:"));
}

TEST_CASE("digest: for a chat it is a few short facts")
{
  std::vector<SuppressedReport> reports;
  for (int i = 0; i < 500; ++i) {
    reports.push_back(failure(i, "cuda_oom", "CUDA out of memory", "gpu" + std::to_string(i)));
  }
  const auto facts = compose_digest(reports, options()).facts;
  CHECK(facts.at("status") == "DIGEST");
  CHECK(facts.at("runs") == "500");
  CHECK(facts.at("causes") == "CUDA out of memory (500)");
  CHECK(has(facts.at("hosts"), " and 490 more"));
  CHECK(facts.at("names").starts_with("train-0, train-1, "));
  CHECK(has(facts.at("names"), " more"));
  CHECK(facts.at("names").size() < 1100);
}
