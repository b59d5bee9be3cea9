#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <sys/types.h>

#include <string>
#include <vector>

namespace gpualert::eval {

// A program to run. It gets a process group of its own and no standard input.
struct Command {
  std::vector<std::string> argv;         // argv[0] is looked for in PATH
  std::vector<std::string> environment;  // "NAME=value" sets, "NAME" removes; the rest is ours
  std::string out = "/dev/null", err = "/dev/null";  // files, made anew
};

struct Outcome {
  Ending ending;
  double seconds = 0;      // from before the start to after the end
  bool timed_out = false;  // its process group was killed
};

// The pid of the running program. An Error when it could not be started.
Result<pid_t> start(const Command& command);

// Waits for the end of a started program; kills its group after `limit_s` seconds.
Result<Outcome> wait_for(pid_t pid, double limit_s = 60);

// start() and wait_for().
Result<Outcome> run(const Command& command, double limit_s = 60);

// Makes this process the parent of whatever its descendants leave behind.
void adopt_strays();

// Kills every descendant of this process, and reaps them.
void kill_descendants();

// Seconds of the monotonic clock.
double seconds_now();

// Waits at most `limit_s` seconds for a file to appear.
bool wait_for_file(const std::string& path, double limit_s);

}  // namespace gpualert::eval
