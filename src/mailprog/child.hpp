#pragma once

#include <chrono>
#include <functional>

namespace gpualert::mailprog {

// Runs `work` in a process of its own: what crashes, hangs on a dead file server, or eats memory
// there is not the worker's end. True when it returned true within the limit; it is killed then,
// and not waited for if it cannot die.
bool in_child(const std::function<bool()>& work, std::chrono::seconds limit);

}  // namespace gpualert::mailprog
