#pragma once

#include <gpualert/result.hpp>
#include <gpualert/verdict.hpp>

#include <optional>
#include <string>

// STATE/outcomes/NAME: how the last run of that name ended, for --notify change. One line,
// "FAILURES OUTCOME": how many runs in a row failed up to then, and "success" or the cause.
namespace gpualert::cli {

struct Outcome {
  int failures = 0;
  std::string what;
};

// Nothing: there was none, or it cannot be read.
std::optional<Outcome> last_outcome(const std::string& state_dir, const std::string& name);
Status remember_outcome(const std::string& state_dir, const std::string& name,
                        const Outcome& outcome);

// That of a run after `last`.
Outcome next_outcome(const std::optional<Outcome>& last, const Verdict& verdict);

// A success after none is no change: that things work is what one expects.
bool is_change(const std::optional<Outcome>& last, const Outcome& outcome);

// "Recovered: the 3 runs of this name before this one failed."; "" when there is nothing to say.
std::string change_note(const std::optional<Outcome>& last, const Outcome& outcome);

}  // namespace gpualert::cli
