#include "eval/floor.hpp"
#include "sample.hpp"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

using namespace gpualert::eval;
using gpualert::eval::test::mixed_sample;
using Json = nlohmann::json;
using Sentences = std::vector<std::string>;

namespace {

// What is worse than the floor of mixed_sample() after `change` to it.
template <typename F>
Sentences worse_than(F change)
{
  Json floor = Json::parse(floor_json(mixed_sample().evaluation()));
  change(floor);
  const auto worse = check_floor(mixed_sample().evaluation(), floor.dump(), "floor.json");
  REQUIRE(worse);
  return *worse;
}

}  // namespace

TEST_CASE("floor: figures hold the floor that they made")
{
  CHECK(worse_than([](Json&) {}).empty());
}

TEST_CASE("floor: better figures hold a floor")
{
  CHECK(worse_than([](Json& floor) {
          floor["composed, held out"]["cause_accuracy"] = 0.4;
          floor["composed, held out"]["symptom_as_root"] = 2;
        }).empty());
}

TEST_CASE("floor: each figure that got worse is named")
{
  CHECK(worse_than([](Json& floor) {
          floor["composed, held out"]["cause_accuracy"] = 0.75;
          floor["composed, held out"]["symptom_as_root"] = 0;
          floor["composed, open"]["logs"] = 3;
          floor["composed, open"]["class_accuracy"] = 1.5;
          floor["success, open"]["false_alarms"] = 0;
        }) ==
        Sentences{"composed, held out: cause accuracy fell from 0.75 (2 logs) to 0.5 (2 logs)",
                  "composed, held out: symptoms named as roots rose from 0 (2 logs) to 1 (2 logs)",
                  "composed, open: class accuracy fell from 1.5 (3 logs) to 1 (2 logs)",
                  "success, open: false alarms rose from 0 (1 logs) to 1 (1 logs)"});
}

TEST_CASE("floor: a group without a floor, a floor without a group and a floor without a figure")
{
  CHECK(worse_than([](Json& floor) {
          floor.erase("captured, all");
          floor["wild, all"] = Json::object();
          floor["success, open"].erase("false_alarms");
        }) == Sentences{"success, open: the floor has no false_alarms",
                        "captured, all: has no floor; --write-floor writes one",
                        "wild, all: has a floor, and no logs in this corpus"});
}

TEST_CASE("floor: a share is rounded down, so that it holds its own floor")
{
  gpualert::eval::test::Sample sample;
  for (int i = 0; i < 3; ++i) {
    sample.add("composed", "nccl", "nccl_error");
  }
  sample.finish();
  sample.say(0, Method::ours, {"network", "traceback"});
  const std::string floor = floor_json(sample.evaluation());
  CHECK(Json::parse(floor)["composed, all"]["cause_accuracy"] == 0.6666);
  CHECK(check_floor(sample.evaluation(), floor, "floor.json")->empty());
}

TEST_CASE("floor: what is no JSON is an error")
{
  CHECK(check_floor(mixed_sample().evaluation(), "{", "floor.json").error().what ==
        "floor.json: not a JSON object");
}
