#pragma once

namespace gpualert::cli {

// The whole program behind main: argv in, exit status out.
int run(int argc, char** argv) noexcept;

}  // namespace gpualert::cli
