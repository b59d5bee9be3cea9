#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gpualert {

// Lines that say nothing of a cause but how others are to be read.
enum class MarkerKind : std::uint8_t {
  traceback,    // the header of a Python traceback
  thread,       // what follows happened in a thread: the program goes on
  ignored,      // what follows happened while cleaning up
  handling,     // the exception above was being handled
  raised_from,  // the exception above was the cause of the next
  completion,   // training is complete
  attempt,      // a launcher starts the ranks again
  launcher,     // a launcher about its processes
  overflow,     // gradients overflowed and the loss scale was lowered
};

struct Marker {
  std::string_view text;
  MarkerKind kind;
  std::uint8_t window = 0;  // where the gate looks: at letters that are rare in output
};

inline constexpr std::array<Marker, 27> kMarkers{{
    {"Traceback (most recent call last)", MarkerKind::traceback},
    {"Exception in thread ", MarkerKind::thread},
    {"Exception ignored in", MarkerKind::ignored},
    {"Error in atexit._run_exitfuncs", MarkerKind::ignored, 9},
    {"During handling of the above exception", MarkerKind::handling},
    {"was the direct cause of the following exception", MarkerKind::raised_from},
    {"'train_runtime'", MarkerKind::completion},
    {"Trainer.fit` stopped", MarkerKind::completion},
    {"[after training is done]", MarkerKind::completion},
    {"Training completed", MarkerKind::completion},
    {"training complete", MarkerKind::completion},
    {"will restart worker group", MarkerKind::attempt, 5},
    {"restart_count=", MarkerKind::attempt},
    {"Root Cause (first observed failure)", MarkerKind::launcher, 18},
    {"host      : ", MarkerKind::launcher},
    {"(local_rank: ", MarkerKind::launcher},
    {"exitcode", MarkerKind::launcher},
    {"srun: error: ", MarkerKind::launcher},
    {"exited on signal ", MarkerKind::launcher},
    {"-- Process ", MarkerKind::launcher},
    {" terminated with signal SIG", MarkerKind::launcher, 11},
    {"Process name: [[", MarkerKind::launcher, 11},
    {"Exit code:   ", MarkerKind::launcher},
    {" nranks ", MarkerKind::launcher},
    {"world_rank=", MarkerKind::launcher},
    {"kipping step", MarkerKind::overflow, 2},
    {"setting loss scale to", MarkerKind::overflow},
}};

}  // namespace gpualert
