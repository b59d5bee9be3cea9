#pragma once

#include <gpualert/run_record.hpp>

#include <string>

namespace gpualert::cli {

// What is known beforehand of the step that a run is a rank of.
struct StepPlace {
  int ranks = 0;       // of the step; 0: the run is no rank of a step
  int here = 0;        // of them on this host; 0: not known
  bool alone = false;  // the runs lie on a disk of this host: other hosts' ranks are not seen
};

// From the record, the environment of the run, and the file system below its directory.
StepPlace step_place(const RunRecord& record);

// "4(x2),3": the tasks of the node of that index; 0 when it cannot be told.
int tasks_of_node(const std::string& list, const std::string& index);

// Whether the file system below `path` is a disk of this machine (or its memory).
bool is_local(const std::string& path);

}  // namespace gpualert::cli
