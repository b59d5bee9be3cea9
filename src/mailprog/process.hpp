#pragma once

namespace gpualert::mailprog {

// slurmctld leaves signals blocked, gives neither PATH nor LANG, and PBS closes what is standard:
// undoes that. The first thing a process does.
void shed_inheritance();

// For a process of our own that nobody waits for: /dev/null on 0, 1 and 2, the directory /.
void detach();

}  // namespace gpualert::mailprog
