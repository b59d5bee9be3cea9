#pragma once

#include <gpualert/open_runs.hpp>
#include <gpualert/run_record.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace gpualert::cli {

// Whether a run that was not seen to end goes on.
enum class Life { live, dead, unknown };

struct LifeSigns {
  Life life = Life::unknown;
  std::string why;           // "its processes are gone", "gpu07 was restarted since"
  std::int64_t last_ns = 0;  // wall clock: when its record, log or index last changed
};

// Without a look at the processes, which only their own host can take, a run counts as dead when it
// has written nothing for this long. A rank that waits for others may be silent for hours.
inline constexpr std::chrono::hours kSilentElsewhere{24};
// Where the machine of that name was started anew since, or the scheduler's limit is past, so long:
// another machine may have the name, and clocks differ.
inline constexpr std::chrono::minutes kSilentAfterEnd{15};

struct Here {
  std::string host, boot_id, pid_namespace;
};
Here here();

// `mark`: of the run; an empty one when it has none.
LifeSigns life_of(const RunRecord& record, const OpenRun& mark, const Here& me,
                  std::int64_t now_ns);

}  // namespace gpualert::cli
