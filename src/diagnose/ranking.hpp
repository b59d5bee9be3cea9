#pragma once

#include "diagnose/status.hpp"

#include <gpualert/classifier.hpp>

#include <string_view>
#include <vector>

namespace gpualert {

// How good an answer a finding is; smaller is better. Between findings of one tier the earlier
// line wins, on one line the earlier rule.
enum class Tier {
  verdict = 0,       // of the scheduler, the kernel or the hardware
  root = 10,         // a specific failure that ends a job
  consequence = 20,  // specific too, but printed by the survivors of an earlier failure, or generic
  aside = 25,        // specific, often harmless, and something else ended the job
  interruption = 27,
  generic = 28,
  killed = 29,  // a process died of SIGKILL: memory, probably
  symptom = 30,
  aborted = 31,  // how a process dies of what it printed before
  weak = 40,
  teardown = 42,  // the end of the other tasks
  wrapper = 95,   // says that another process failed, and no more
  past = 96,      // the scheduler's end of an attempt before this one
};

// Where a finding stands with respect to the last sign of progress.
enum class Position {
  terminal,   // after it
  near,       // a little before: the outputs of two streams or ranks overlap
  recovered,  // long before
};

struct Candidate {
  const Finding* finding = nullptr;
  Tier tier = Tier::weak;
  Position position = Position::terminal;
};

// Whether programs often print failures of this cause and go on.
bool is_often_harmless(std::string_view cause);

// The findings that may be the answer, best first.
std::vector<Candidate> rank(const Findings& findings, const EndStatus& status);

}  // namespace gpualert
