#pragma once

#include <string>
#include <string_view>

namespace gpualert {

// The pid of the parent of `pid`; 0 when it cannot be told.
int parent_of(int pid);

// The name ("slurmstepd: [4.batch]") of the nearest process above `pid`, itself included, whose
// command line begins with `name`; "" when there is none, or it cannot be seen.
std::string ancestor_called(int pid, std::string_view name);

}  // namespace gpualert
