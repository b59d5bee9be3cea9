#include "eval/evaluation.hpp"
#include "eval/confusion_svg.hpp"
#include "eval/tables.hpp"
#include "sample.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpualert;
using namespace gpualert::eval;
using gpualert::eval::test::mixed_sample;
using gpualert::eval::test::Sample;

namespace {

std::vector<std::string> names(const Evaluation& evaluation)
{
  std::vector<std::string> names;
  for (const Group& group : evaluation.groups) {
    names.push_back(name_of(group.source, group.part));
  }
  return names;
}

// A failure with its root in line 10, said to be something else.
Prediction wrong(const Label& label, std::vector<std::uint64_t> lines, Role role)
{
  Prediction prediction;
  prediction.label = &label;
  prediction.answers[0] = {"nccl_timeout", "nccl"};
  prediction.lines = std::move(lines);
  prediction.role = role;
  return prediction;
}

}  // namespace

TEST_CASE("evaluation: held out comes first, successes last, and sources are apart")
{
  CHECK(names(mixed_sample().evaluation()) ==
        std::vector<std::string>{"composed, held out", "success, held out", "composed, open",
                                 "success, open", "captured, all"});
}

TEST_CASE("evaluation: accuracy, comparison and confusions of a group")
{
  const Evaluation evaluation = mixed_sample().evaluation();
  const Group& held_out = evaluation.groups.front();
  CHECK(held_out.logs == 2);
  CHECK(held_out.method(Method::ours).cause->measures.accuracy.value == Approx(0.5));
  CHECK(held_out.method(Method::first_match).cause->measures.accuracy.value == 1);
  const Comparison& against = *held_out.method(Method::first_match).cause_against;
  CHECK(against.only_ours == 0);
  CHECK(against.only_theirs == 1);
  CHECK(against.p == 1);
  REQUIRE(held_out.method(Method::ours).cause->confusions.size() == 1);
  CHECK(held_out.method(Method::ours).cause->confusions[0].truth == "cuda_oom");
  CHECK(held_out.method(Method::ours).cause->confusions[0].said == "nccl_error");
  CHECK_FALSE(held_out.method(Method::keywords).cause);
}

TEST_CASE("evaluation: roots, lines, ranks and false alarms of a group")
{
  const Evaluation evaluation = mixed_sample().evaluation();
  const Roots& held_out = evaluation.groups[0].roots;
  CHECK(out_of(held_out.wrong_root) == "1 of 2");
  CHECK(out_of(held_out.symptom_as_root) == "1 of 2");
  CHECK(out_of(held_out.exact_line) == "1 of 2");
  CHECK(out_of(held_out.line_in_evidence) == "2 of 2");
  CHECK(out_of(held_out.first_rank) == "1 of 2");
  CHECK(out_of(held_out.missed_failures) == "0 of 2");
  CHECK(out_of(held_out.false_alarms) == "-");
  CHECK(out_of(evaluation.groups[1].roots.false_alarms) == "0 of 1");
  CHECK(out_of(evaluation.groups[3].roots.false_alarms) == "1 of 1");
  CHECK(evaluation.groups[3].roots.false_alarm_ids == std::vector<std::string>{"log7"});
}

TEST_CASE("evaluation: logs without a cause are judged on their class only")
{
  Sample sample;
  sample.add("wild", "nccl", "").cause.reset();
  sample.add("wild", "segfault", "segfault");
  sample.finish();
  sample.say(0, Method::ours, {"nccl_error", "nccl"});
  const Evaluation evaluation = sample.evaluation();
  REQUIRE(evaluation.groups.size() == 1);
  CHECK(evaluation.groups[0].method(Method::ours).cause->logs == 1);
  CHECK(evaluation.groups[0].method(Method::ours).klass.logs == 2);
}

TEST_CASE("evaluation: a corpus without causes has figures on classes only")
{
  Sample sample;
  sample.add("wild", "nccl", "").cause.reset();
  sample.finish();
  CHECK_FALSE(sample.evaluation().groups[0].method(Method::ours).cause);
}

TEST_CASE("evaluation: a success in another source can be a false alarm too")
{
  Sample sample;
  sample.add("wild", "success", "success");
  sample.finish();
  sample.say(0, Method::ours, {"nccl_error", "nccl"});
  CHECK(out_of(sample.evaluation().groups[0].roots.false_alarms) == "1 of 1");
}

TEST_CASE("evaluation: a symptom as root is a wrong cause from a later line or a symptom's rule")
{
  Label label;
  label.cause = "cuda_oom";
  label.root_line = 10;
  CHECK(is_symptom_as_root(wrong(label, {30}, Role::root)));
  CHECK(is_symptom_as_root(wrong(label, {5}, Role::symptom)));
  CHECK(is_symptom_as_root(wrong(label, {5}, Role::weak)));
  CHECK_FALSE(is_symptom_as_root(wrong(label, {5}, Role::root)));  // an earlier root: just wrong
  CHECK_FALSE(is_symptom_as_root(wrong(label, {10}, Role::symptom)));  // misread, not misplaced
  CHECK_FALSE(is_symptom_as_root(wrong(label, {}, Role::weak)));       // the status alone
  Prediction right = wrong(label, {30}, Role::symptom);
  right.answers[0] = {"cuda_oom", "cuda_oom"};
  CHECK_FALSE(is_symptom_as_root(right));
}

TEST_CASE("evaluation: slices by a field stay within their group")
{
  const Evaluation evaluation = mixed_sample().evaluation("framework");
  const auto slice =
      std::find_if(evaluation.slices.begin(), evaluation.slices.end(),
                   [](const Slice& candidate) { return candidate.value == "jax, flax"; });
  REQUIRE(slice != evaluation.slices.end());
  CHECK(slice->part == Part::held_out);
  CHECK(slice->ours_klass.logs == 1);
  CHECK(slice->ours_cause.measures.accuracy.value == 0);
}

TEST_CASE("evaluation: the intervals are those of whole shapes")
{
  Sample sample;
  for (int i = 0; i < 10; ++i) {
    sample.add("composed", "nccl", "nccl_error").shape = i < 5 ? "a" : "b";
  }
  sample.finish();
  for (std::size_t i = 0; i < 5; ++i) {
    sample.say(i, Method::ours, {"network", "traceback"});
  }
  const Estimate accuracy =
      sample.evaluation().groups[0].method(Method::ours).klass.measures.accuracy;
  CHECK(accuracy.low == 0);
  CHECK(accuracy.high == 1);
}

TEST_CASE("confusion: the picture has a matrix for each group of failures, and none of successes")
{
  const std::string svg = confusion_svg(mixed_sample().evaluation());
  CHECK(svg.find("composed, held out: true class") != std::string::npos);
  CHECK(svg.find("composed, open: true class") != std::string::npos);
  CHECK(svg.find("captured, all: true class") != std::string::npos);
  CHECK(svg.find("success, open") == std::string::npos);
  CHECK(svg.find("2 logs, class accuracy 50.0 %") != std::string::npos);
  CHECK(svg.find("#b2182b") != std::string::npos);  // all of a row, beside the diagonal
}
