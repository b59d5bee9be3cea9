#pragma once

#include <cstddef>
#include <string>

namespace gpualert::eval {

enum class Format { text, json, markdown, csv };

struct RunOptions {
  std::string corpus;
  std::string by;  // "" for none
  Format format = Format::text;
  std::string out;    // directory; "" for none
  std::string floor;  // file; "" for none
  bool write_floor = false;
};
// Judges a corpus. 1 also when a figure fell below its floor.
int run_command(const RunOptions& options);

}  // namespace gpualert::eval
