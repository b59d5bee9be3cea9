#pragma once

#include "eval/evaluation.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gpualert::eval::test {

// A corpus made up, and what was made up to be said about it.
struct Sample {
  Corpus corpus;
  std::vector<Prediction> predictions;

  // A label; its fields may be set until finish().
  Label& add(const std::string& source, const std::string& klass, const std::string& cause)
  {
    Label label;
    label.id = "log" + std::to_string(corpus.labels.size() + 1);
    label.source = source;
    label.klass = klass;
    label.cause = cause;
    label.exit_code = klass == "success" ? 0 : 1;
    corpus.labels.push_back(std::move(label));
    return corpus.labels.back();
  }

  // Predictions that are right, for every label.
  void finish()
  {
    corpus.labels_file = "made/up.jsonl";
    for (const Label& label : corpus.labels) {
      Prediction prediction;
      prediction.label = &label;
      for (Answer& answer : prediction.answers) {
        answer = {label.cause.value_or(""), label.klass};
      }
      prediction.lines = {label.root_line.value_or(0)};
      prediction.rank = label.rank;
      predictions.push_back(std::move(prediction));
    }
  }

  void say(std::size_t log, Method method, Answer answer)
  {
    predictions[log].answers[static_cast<std::size_t>(method)] = std::move(answer);
  }

  Evaluation evaluation(const std::string& by = "") const
  {
    return evaluate(corpus, predictions, by);
  }
};

// Two held-out and two open failures, one captured one, two successes; ours is wrong about the
// second and the last.
inline Sample mixed_sample()
{
  Sample sample;
  sample.add("composed", "nccl", "nccl_error").held_out = true;
  sample.add("composed", "cuda_oom", "cuda_oom").held_out = true;
  sample.add("composed", "nccl", "nccl_error");
  sample.add("composed", "other", "abort");
  sample.add("captured", "segfault", "segfault");
  sample.add("success", "success", "success").held_out = true;
  sample.add("success", "success", "success");
  for (std::size_t i = 0; i < 4; ++i) {
    Label& label = sample.corpus.labels[i];
    label.multi_error = true;
    label.root_line = 10;
    label.rank = 1;
    label.framework = i % 2 == 0 ? "pytorch" : "jax, flax";
  }
  sample.finish();
  sample.say(1, Method::ours, {"nccl_error", "nccl"});
  sample.predictions[1].lines = {30, 10};
  sample.predictions[1].rank = 4;
  sample.say(6, Method::ours, {"network", "traceback"});
  return sample;
}

}  // namespace gpualert::eval::test
