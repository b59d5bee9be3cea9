#pragma once

namespace gpualert::eval {

// The program gpualert-eval: argv to exit status.
int run(int argc, char** argv) noexcept;

}  // namespace gpualert::eval
