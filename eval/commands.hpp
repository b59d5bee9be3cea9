#pragma once

#include "eval/experiments/experiment.hpp"

#include <gpualert/result.hpp>

#include <string>

namespace gpualert::eval {

enum class Format { text, json, markdown, csv };

struct RunOptions {
  std::string corpus;
  std::string by;  // "" for none
  Format format = Format::text;
  std::string out;    // directory; "" for none
  std::string floor;  // file; "" for none
  bool write_floor = false;
};
// Judges a corpus. 1 also when a figure fell below its floor.
int run_command(const RunOptions& options);

using Experiment = Result<ExperimentResult> (*)(const ExperimentOptions&);
// Prints the table, or JSON. 1 also when something that must hold did not.
int experiment_command(Experiment experiment, const ExperimentOptions& options, bool json);

struct ResultsOptions {
  std::string corpus;
  std::string out;           // file; "" prints
  bool experiments = false;  // the four experiments too
  ExperimentOptions experiment;
};
// Writes eval/RESULTS.md.
int results_command(const ResultsOptions& options);

}  // namespace gpualert::eval
