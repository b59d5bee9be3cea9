#include "eval/predict.hpp"

#include "eval/output.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace gpualert::eval {

namespace {

Ending ending_of(int exit_code)
{
  return exit_code < 0 ? Ending{Signalled{-exit_code, false}} : Ending{Exited{exit_code}};
}

// The finding that the verdict rests on.
const Finding* finding_of(const Verdict& verdict, const Findings& findings)
{
  const Finding* of_rule = nullptr;
  for (const Finding& finding : findings.items) {
    if (finding.rule != verdict.rule) {
      continue;
    }
    if (!verdict.evidence.empty() && finding.episode().line == verdict.evidence.front().line) {
      return &finding;
    }
    of_rule = of_rule == nullptr ? &finding : of_rule;
  }
  return of_rule;
}

void set(Prediction& prediction, Method method, Answer answer)
{
  prediction.answers[static_cast<std::size_t>(method)] = std::move(answer);
}

Answer klass_only(std::string_view klass)
{
  return {"", std::string(klass)};
}

}  // namespace

Prediction predict(const Label& label, std::string_view log)
{
  Scanner scanner;
  if (!log.empty()) {
    scanner.bytes(Stream::unknown, log);
  }
  const Findings findings = scanner.finish();
  const Verdict verdict = diagnose(findings, {ending_of(label.exit_code), {}, 0, {}, false});

  Prediction prediction;
  prediction.label = &label;
  prediction.rule = verdict.rule;
  if (const Finding* finding = finding_of(verdict, findings)) {
    prediction.role = finding->role;
  }
  for (const Evidence& evidence : verdict.evidence) {
    prediction.lines.push_back(evidence.line);
  }
  prediction.rank = verdict.first_rank;
  set(prediction, Method::ours, {verdict.cause, verdict.klass});
  set(prediction, Method::first_match, first_match(findings, label.exit_code));
  set(prediction, Method::keywords, klass_only(keyword_class(log, label.exit_code)));
  set(prediction, Method::traceback, klass_only(traceback_class(log, label.exit_code)));
  set(prediction, Method::exit_code, klass_only(exit_code_class(label.exit_code)));
  return prediction;
}

Result<std::vector<Prediction>> predict_all(const std::vector<Label>& labels)
{
  std::vector<Prediction> predictions(labels.size());
  std::vector<std::optional<Error>> errors(labels.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < labels.size(); i = next++) {
      if (const Result<std::string> log = read_file(labels[i].file)) {
        predictions[i] = predict(labels[i], *log);
      } else {
        errors[i] = log.error();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::optional<Error>& error : errors) {
    if (error) {
      return *error;
    }
  }
  return predictions;
}

}  // namespace gpualert::eval
