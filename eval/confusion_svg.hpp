#pragma once

#include "eval/evaluation.hpp"

#include <string>

namespace gpualert::eval {

// The confusion matrices of our classes, one below the other for each group of failures. The colour
// of a cell is its share of the logs of its row: blue on the diagonal, red beside it.
std::string confusion_svg(const Evaluation& evaluation);

}  // namespace gpualert::eval
