#pragma once

namespace gpualert::mailprog {

// The program: answers a call of a scheduler by writing it down, in a few milliseconds, and hands
// any other call to the real mailer. Gives the exit status.
int run(int argc, char** argv);

}  // namespace gpualert::mailprog
