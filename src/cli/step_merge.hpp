#pragma once

#include <gpualert/run_record.hpp>
#include <gpualert/step.hpp>
#include <gpualert/verdict.hpp>

#include <optional>
#include <string>

namespace gpualert::cli {

// How this rank ended, its failure dated by the line that decided it.
RankEnd rank_end(const RunRecord& record, const Verdict& verdict, bool news);

// A step as one run: that of the rank that failed first (the first rank of a step that did well),
// with what became of the others.
struct StepCase {
  RunRecord record;
  Verdict verdict;
};
// `alone`: the ranks of other hosts cannot be seen from here. Nothing: the records cannot be read.
std::optional<StepCase> step_case(const std::string& step_dir, const StepEnd& step, bool alone);

}  // namespace gpualert::cli
