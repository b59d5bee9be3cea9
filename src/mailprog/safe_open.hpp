#pragma once

#include "base/fd.hpp"
#include "mailprog/owner.hpp"

#include <gpualert/result.hpp>

#include <string>

namespace gpualert::mailprog {

// Opens a file that a job names, to read only what the job's owner could read: the name comes from
// an unprivileged user, and what is in the file goes to an address of that user's choice.
//
// As root the owner's own rights decide (ActAs). As anybody else only a file that the owner owns is
// opened. In both cases: an absolute path, walked component by component; a link is followed only
// on the way, never as the last component, and only if root made it (/home -> /export/home); only
// regular files of real file systems (a process's own /proc/self/environ is a regular file too),
// and none of them is waited for.
Result<Fd> open_for_owner(const std::string& path, const Owner& owner);

}  // namespace gpualert::mailprog
