#pragma once

#include "eval/evaluation.hpp"

#include <string>
#include <vector>

namespace gpualert::eval {

// results.json: every figure. "schema": 1; shares are fractions.
std::string to_json(const Evaluation& evaluation);

// One figure a line: source,part,method,axis,measure,label,logs,value,low,high.
std::string to_csv(const Evaluation& evaluation);

// predictions.csv: one log a line, what is true and what each method said.
std::string to_csv(const std::vector<Prediction>& predictions);

}  // namespace gpualert::eval
