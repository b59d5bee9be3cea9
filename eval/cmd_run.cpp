#include "eval/commands.hpp"

#include "eval/confusion_svg.hpp"
#include "eval/evaluation.hpp"
#include "eval/export.hpp"
#include "eval/floor.hpp"
#include "eval/labels.hpp"
#include "eval/output.hpp"
#include "eval/tables.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace gpualert::eval {

namespace {

std::string render(const Evaluation& evaluation, Format format)
{
  switch (format) {
    case Format::json:
      return to_json(evaluation);
    case Format::csv:
      return to_csv(evaluation);
    case Format::markdown:
      return to_markdown(describe(evaluation));
    default:
      return to_text(describe(evaluation));
  }
}

Status write_all_files(const std::string& directory, const Evaluation& evaluation,
                       const std::vector<Prediction>& predictions)
{
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return Error{fmt::format("make {}: {}", directory, error.message()), error.value()};
  }
  for (const auto& [name, text] : {std::pair{"confusion.svg", confusion_svg(evaluation)},
                                   std::pair{"results.json", to_json(evaluation)},
                                   std::pair{"predictions.csv", to_csv(predictions)},
                                   std::pair{"report.md", to_markdown(describe(evaluation))}}) {
    if (Status status = write_file(directory + "/" + name, text); !status) {
      return status;
    }
  }
  return ok();
}

// Whether nothing fell.
bool holds(const Evaluation& evaluation, const RunOptions& options)
{
  if (options.write_floor) {
    const Status status = write_file(options.floor, floor_json(evaluation));
    if (!status) {
      say(status.error().what);
    }
    return static_cast<bool>(status);
  }
  const Result<std::string> floor = read_file(options.floor);
  if (!floor) {
    say(floor.error().what);
    return false;
  }
  const auto worse = check_floor(evaluation, *floor, options.floor);
  if (!worse) {
    say(worse.error().what);
    return false;
  }
  for (const std::string& why : *worse) {
    say(why);
  }
  return worse->empty();
}

}  // namespace

int run_command(const RunOptions& options)
{
  const Result<Corpus> corpus = read_corpus(options.corpus);
  if (!corpus) {
    say(corpus.error().what);
    return kFailed;
  }
  const Result<std::vector<Prediction>> predictions = predict_all(corpus->labels);
  if (!predictions) {
    say(predictions.error().what);
    return kFailed;
  }
  const Evaluation evaluation = evaluate(*corpus, *predictions, options.by);
  if (!options.out.empty()) {
    if (Status status = write_all_files(options.out, evaluation, *predictions); !status) {
      say(status.error().what);
      return kFailed;
    }
  }
  if (print(render(evaluation, options.format)) != kDone) {
    return kFailed;
  }
  return options.floor.empty() || holds(evaluation, options) ? kDone : kFailed;
}

}  // namespace gpualert::eval
