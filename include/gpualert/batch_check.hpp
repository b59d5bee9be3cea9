#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// Something in a batch script that hides a failure, or loses the word of it.
struct BatchFinding {
  std::size_t line = 0;  // 1-based
  std::string id;        // "status-replaced": stable, for people who look for one
  std::string text;      // what happens, one line
  std::string advice;    // what to write instead, one line
  bool note = false;     // worth knowing, and no fault
};

// Reads a script as sbatch and the shell would, without running any of it, and names what hides the
// failure of a job in it. Sorted by line. Understands sh and bash; of a script for another
// interpreter only the #SBATCH lines are looked at. Never fails.
std::vector<BatchFinding> check_batch_script(std::string_view text);

struct CheckedScript {
  std::string file;
  std::vector<BatchFinding> findings;
};

// [{"file":…,"line":…,"id":…,"level":"warning"|"note","text":…,"advice":…}, …]
std::string to_json(const std::vector<CheckedScript>& scripts);

}  // namespace gpualert
