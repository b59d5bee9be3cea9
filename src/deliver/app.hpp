#pragma once

namespace gpualert::deliver {

// The whole program behind main: argv in, exit status out (README.md).
int run(int argc, char** argv);

}  // namespace gpualert::deliver
