#pragma once

// CLI11 includes <iostream>, whose mere presence builds eight streams and their locales before
// main(): a fifth of the instructions before the first fork (callgrind), for streams that
// `gpualert run` never touches. libstdc++'s guard keeps the header out; whoever uses CLI11 holds a
// std::ios_base::Init meanwhile.
#if defined(__has_include) && __has_include(<bits/c++config.h>)
#define _GLIBCXX_IOSTREAM 1  // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
#include <istream>
#include <ostream>

namespace std {  // NOLINT(cert-dcl58-cpp)
extern istream cin;
extern ostream cout;
extern ostream cerr;
extern ostream clog;
}  // namespace std
#endif

#include <CLI/CLI.hpp>
