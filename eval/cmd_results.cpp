#include "eval/commands.hpp"

#include "eval/evaluation.hpp"
#include "eval/labels.hpp"
#include "eval/machine.hpp"
#include "eval/output.hpp"
#include "eval/tables.hpp"

#include <fmt/format.h>

namespace gpualert::eval {

namespace {

std::string command_line(const ResultsOptions& options)
{
  return fmt::format("gpualert-eval results {}{}{}", options.corpus,
                     options.experiments ? " --experiments" : "",
                     options.out.empty() ? "" : " --out " + options.out);
}

Result<Document> figures(const ResultsOptions& options)
{
  const Result<Corpus> corpus = read_corpus(options.corpus);
  if (!corpus) {
    return corpus.error();
  }
  const Result<std::vector<Prediction>> predictions = predict_all(corpus->labels);
  if (!predictions) {
    return predictions.error();
  }
  Document document = describe(evaluate(*corpus, *predictions, ""));
  document.paragraphs.insert(
      document.paragraphs.begin(),
      fmt::format("Written by `{}` with {} on {}; not edited by hand.", command_line(options),
                  document.title, describe_machine()));
  document.title = "Results";
  return document;
}

Status add_experiments(Document& document, const ExperimentOptions& options)
{
  for (const Experiment experiment : {survival, overhead, isolation, budget}) {
    const Result<ExperimentResult> result = experiment(options);
    if (!result) {
      return result.error();
    }
    document.sections.push_back(result->section);
  }
  return ok();
}

}  // namespace

int results_command(const ResultsOptions& options)
{
  Result<Document> document = figures(options);
  Status status = document ? ok() : Status{document.error()};
  if (status && options.experiments) {
    status = add_experiments(*document, options.experiment);
  }
  if (status && options.out.empty()) {
    return print(to_markdown(*document));
  }
  if (status) {
    status = write_file(options.out, to_markdown(*document));
  }
  if (!status) {
    say(status.error().what);
  }
  return status ? kDone : kFailed;
}

}  // namespace gpualert::eval
