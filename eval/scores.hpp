#pragma once

#include "eval/evaluation.hpp"

#include <vector>

namespace gpualert::eval {

enum class Axis { cause, klass };

using Predictions = std::vector<const Prediction*>;

// How `method` did on these logs. Logs without a label on the axis are left out.
Scores scores_of(const Predictions& predictions, Method method, Axis axis);

// Ours against `method`.
Comparison compare(const Predictions& predictions, Method method, Axis axis);

}  // namespace gpualert::eval
