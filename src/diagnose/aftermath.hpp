#pragma once

#include "diagnose/ranking.hpp"

#include <gpualert/classifier.hpp>

#include <vector>

namespace gpualert {

// What the verdict says beside the cause. `candidates` are all findings that were weighed, best
// first; `winner` is the one that was chosen (null: the status decided).

// The rank and host whose failure came first: as the decisive line says, else as the launchers say
// of the process whose end fits. What a launcher calls the first failure is believed only when no
// line says otherwise.
void name_first_rank(Verdict& verdict, const Finding* winner, const Findings& findings);

// The best answer of another cause, and why it lost.
void name_runner_up(Verdict& verdict, const std::vector<Candidate>& candidates,
                    const Candidate* winner, const Findings& findings);

// Errors of other causes, with counts and ranks.
void list_collateral(Verdict& verdict, const std::vector<Candidate>& candidates);

// Notes the rule that decided. What it says of its own site stands instead of the catalogue's
// words.
void name_rule(Verdict& verdict, const Finding& finding);

// Puts the host that failed first in the place of NODE in the commands of the hint.
void aim_hint(Verdict& verdict);

}  // namespace gpualert
