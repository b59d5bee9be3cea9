#include <gpualert/report_facts.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

TEST_CASE("facts: a report in a few lines, secrets masked before they are cut")
{
  RunRecord record;
  record.name = "train\nllama";
  record.host = "gpu07";
  record.user = "ada";
  record.scheduler.job = "4711";
  record.started = {1'000'000'000, 1'000'000'000};
  record.ended = Moment{5'000'000'000, 5'000'000'000};
  record.ending = Exited{1};
  record.log.path = "/runs/1/output.log";
  Verdict verdict;
  verdict.cause = "cuda_oom";
  verdict.title = "CUDA out of memory";
  verdict.hint = "Halve the batch.";
  verdict.first_rank = 3;
  verdict.evidence.push_back({7, 0,
                              std::string(480, 'x') + " token=hf_abcdefghijklmnopqrstuvwxyz123",
                              Stream::err, 3, "", "r"});
  const auto facts = report_facts(record, verdict, {});
  CHECK(facts.at("status") == "FAILED");
  CHECK(facts.at("name") == "train llama");
  CHECK(facts.at("cause") == "CUDA out of memory");
  CHECK(facts.at("cause_id") == "cuda_oom");
  CHECK(facts.at("ending") == "exited with status 1 after 4.0 s");
  CHECK(facts.at("host") == "gpu07");
  CHECK(facts.at("job") == "4711");
  CHECK(facts.at("rank") == "3");
  CHECK(facts.at("hint") == "Halve the batch.");
  CHECK(facts.at("log") == "gpu07:/runs/1/output.log");
  CHECK(facts.at("evidence").find("hf_") == std::string::npos);
}

TEST_CASE("facts: what is not known is left out")
{
  const auto facts = report_facts({}, {}, {});
  for (const char* key : {"job", "rank", "hint", "log", "evidence"}) {
    CHECK_FALSE(facts.contains(key));
  }
}
