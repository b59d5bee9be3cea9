#pragma once

#include <gpualert/result.hpp>

#include <string>

namespace gpualert::mailprog {

// What was read of standard input, and how it can be read again by another program.
struct StandardInput {
  std::string bytes;
  bool whole = true;  // false: there is more of it on the descriptor
  bool read = false;  // false: nothing was taken from the descriptor
};

// Reads at most 32 MiB. A terminal is left alone, and so is a device, which holds no message.
StandardInput read_standard_input();

// Makes what was read what the next program finds on standard input. Where there is more than was
// read, a child goes on feeding it.
Status give_back(const StandardInput& input);

}  // namespace gpualert::mailprog
