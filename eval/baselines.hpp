#pragma once

#include <gpualert/classifier.hpp>

#include <string>
#include <string_view>

namespace gpualert::eval {

// What simpler programs would say. The first three are the baselines of the GPUAlert paper, written
// anew from its text; they know classes only.

// From the status alone: 0 is success, 1 an uncaught exception (the interpreter's own status),
// SIGSEGV segfault, SIGKILL oom_killer, anything else other.
std::string_view exit_code_class(int exit_code) noexcept;

// From the name of the last exception in the last 50 lines; without one, success after status 0 and
// other after the rest.
std::string_view traceback_class(std::string_view log, int exit_code);

// From keywords, whose order in the log does not matter: the class with the most lines that hold
// one of its keywords; between equals, the one that comes first in the paper's list. Without any,
// as for traceback_class.
std::string_view keyword_class(std::string_view log, int exit_code);

struct Answer {
  std::string cause, klass;
};

// From our own rules as an ordered list, as published: the first rule, in the order of the set,
// that matched any line. Noise and weak rules do not count; status 0 is success.
Answer first_match(const Findings& findings, int exit_code);

}  // namespace gpualert::eval
