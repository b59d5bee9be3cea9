#include "eval/commands.hpp"

#include "eval/machine.hpp"
#include "eval/output.hpp"
#include "eval/tables.hpp"

namespace gpualert::eval {

int experiment_command(Experiment experiment, const ExperimentOptions& options, bool json)
{
  const Result<ExperimentResult> result = experiment(options);
  if (!result) {
    say(result.error().what);
    return kFailed;
  }
  Document document;
  document.title = describe_version();
  document.paragraphs = {describe_machine() + "."};
  document.sections = {result->section};
  const int printed = print(json ? result->json : to_text(document));
  return printed == kDone && result->passed ? kDone : kFailed;
}

}  // namespace gpualert::eval
