#pragma once

#include "base/fd.hpp"
#include "mailprog/owner.hpp"

#include <gpualert/result.hpp>

#include <cstdint>
#include <string>

namespace gpualert::mailprog {

// A file that a job wrote, open.
struct OutputFile {
  std::string path;
  Fd fd;
  std::uint64_t size = 0;
  std::int64_t changed_s = 0;
};

// As open_for_owner.
Result<OutputFile> open_output(const std::string& path, const Owner& owner);

// A file of our own that holds `text`: what a scheduler mails of a job.
Result<OutputFile> output_of_text(const std::string& text);

// Its last bytes, at most `limit`.
std::string tail(const OutputFile& file, std::uint64_t limit);

}  // namespace gpualert::mailprog
