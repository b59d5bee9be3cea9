#pragma once

#include "base/fd.hpp"

#include <initializer_list>

namespace gpualert::supervision {

// Moves a descriptor of ours out of the range that jobs use for their own (to 100 or above, lower
// where RLIMIT_NOFILE is small), close-on-exec. Keeps it where it is when no number is free.
Fd raise_fd(Fd fd) noexcept;

// Closes every descriptor from 3 up except those given. What we inherited (a jobserver's pipe, a
// lock, a port) must not be held by us longer than the job holds it.
void close_others(std::initializer_list<int> keep) noexcept;

// Points 0, 1 and 2 at /dev/null, so that we hold no end of the user's pipes.
void release_standard_fds() noexcept;

}  // namespace gpualert::supervision
