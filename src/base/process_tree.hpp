#pragma once

#include <cstddef>
#include <cstdint>

namespace gpualert {

// Bytes that `root` and every process below it hold in memory (proc(5) statm, resident): a page
// that several of them share counts once for each; one whose parent has ended is not found. 0 when
// there is no such process, or when /proc is another pid namespace's; `root` alone when the kernel
// does not list children (CONFIG_PROC_CHILDREN). Reads two small files and more for each process
// and one for each thread; stops at `most` processes.
std::uint64_t resident_bytes_below(int root, std::size_t most = 4096);

}  // namespace gpualert
