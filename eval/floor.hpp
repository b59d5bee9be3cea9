#pragma once

#include "eval/evaluation.hpp"

#include <gpualert/result.hpp>

#include <string>
#include <vector>

namespace gpualert::eval {

// Figures that must not get worse: for each source and part the accuracy on causes and classes, the
// number of symptoms named as roots, and of false alarms.
std::string floor_json(const Evaluation& evaluation);

// What is worse than in `floor` (the text of such a file, `file` by name), a sentence each. A group
// without a floor counts, and so does a floor without a group.
Result<std::vector<std::string>> check_floor(const Evaluation& evaluation, const std::string& floor,
                                             const std::string& file);

}  // namespace gpualert::eval
