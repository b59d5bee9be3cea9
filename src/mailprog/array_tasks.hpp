#pragma once

#include "mailprog/event.hpp"

#include <string>
#include <vector>

namespace gpualert::mailprog {

// The tasks of an array that did not end well, as far as they can be found, and how many it has.
struct ArrayTasks {
  std::vector<Event> failed;
  std::size_t all = 0;  // 0: not known
  std::string how;      // a remark where they could not be told from the rest
};

// Of the summary of an array: slurmctld is asked for its tasks; where it does not answer, all task
// numbers that the summary names count, and their output decides.
ArrayTasks tasks_of(const Event& summary);

}  // namespace gpualert::mailprog
