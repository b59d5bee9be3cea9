#include "eval/export.hpp"
#include "sample.hpp"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

using namespace gpualert::eval;
using gpualert::eval::test::mixed_sample;
using Json = nlohmann::json;

namespace {

bool has_line(const std::string& text, const std::string& line)
{
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("export: JSON has every figure of every group")
{
  const Json json = Json::parse(to_json(mixed_sample().evaluation("framework")));
  CHECK(json["schema"] == 1);
  CHECK(json["logs"] == 7);
  CHECK(json["held_out"] == 3);
  REQUIRE(json["groups"].size() == 5);
  const Json& group = json["groups"][0];
  CHECK(group["source"] == "composed");
  CHECK(group["part"] == "held out");
  const Json& ours = group["methods"]["gpualert"];
  CHECK(ours["cause"]["accuracy"]["value"] == 0.5);
  CHECK(ours["cause"]["micro_f1"]["value"] == 0.5);
  CHECK(ours["cause"]["labels"]["nccl_error"]["precision"] == 0.5);
  CHECK(ours["cause"]["confusions"][0]["said"] == "nccl_error");
  CHECK(group["methods"]["first match"]["cause_against_gpualert"]["mcnemar_p"] == 1.0);
  CHECK(group["roots"]["symptom_as_root"]["hits"] == 1);
  CHECK(json["groups"][3]["roots"]["false_alarm_ids"][0] == "log7");
  CHECK(json["by"] == "framework");
  CHECK(json["slices"].size() == 7);
}

TEST_CASE("export: CSV has a figure a line")
{
  const std::string csv = to_csv(mixed_sample().evaluation("framework"));
  CHECK(csv.starts_with("source,part,method,axis,measure,label,logs,value,low,high\n"));
  CHECK(has_line(csv, "composed,held out,gpualert,cause,accuracy,,2,0.500000,0.000000,1.000000"));
  CHECK(has_line(csv, "composed,held out,gpualert,cause,precision,nccl_error,1,0.500000,,"));
  CHECK(has_line(csv, "composed,held out,gpualert,cause,confused,cuda_oom -> nccl_error,2,1,,"));
  CHECK(has_line(csv, "composed,held out,first match,cause,only_other,,1,1,,"));
  CHECK(has_line(csv, "composed,held out,gpualert,root,wrong_root,,2,1,,"));
  CHECK(has_line(csv, "success,open,gpualert,root,false_alarms,,1,1,,"));
  CHECK(has_line(csv,
                 "composed,held out,gpualert,cause,accuracy_by_framework,\"jax, flax\",1,"
                 "0.000000,0.000000,0.000000"));
}

TEST_CASE("export: predictions have a log a line, with what every method said")
{
  auto sample = mixed_sample();
  sample.corpus.labels[1].id = "with \"quotes\", and a comma";
  sample.say(1, Method::keywords, {"", "runtime_error"});
  const std::string csv = to_csv(sample.predictions);
  CHECK(has_line(csv,
                 "\"with \"\"quotes\"\", and a comma\",composed,1,1,cuda_oom,nccl_error,cuda_oom,"
                 "cuda_oom,nccl,cuda_oom,runtime_error,cuda_oom,cuda_oom,,10,30,1,4,1"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 8);
}
