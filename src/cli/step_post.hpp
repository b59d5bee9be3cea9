#pragma once

#include "cli/mailer.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gpualert::cli {

// How the reports of a step go into an outbox.
struct Posting {
  std::string label;             // of the step: names the entries
  std::int64_t next_try_ns = 0;  // held back until then; wall clock
  bool replaces = false;         // takes the place of what waits under that name
  bool follows = false;          // with replaces: goes out as well when that was delivered already
};

// Into the outbox of the first of `state_dirs` that takes any. What is left out because another one
// said the same counts as taken.
Queued post_all(const std::vector<Addressed>& reports, const Posting& posting,
                const std::vector<std::string>& state_dirs);

}  // namespace gpualert::cli
