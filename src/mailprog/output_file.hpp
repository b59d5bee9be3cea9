#pragma once

#include "base/fd.hpp"
#include "mailprog/owner.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/result.hpp>
#include <gpualert/rule_set.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gpualert::mailprog {

// A file that a job wrote, open, and the part of it that is read.
struct OutputFile {
  std::string path;
  Fd fd;
  std::uint64_t begin = 0;  // 0 but of a file that is too large to be read whole
  std::uint64_t size = 0;   // from there on
  std::int64_t changed_s = 0;
};

// As open_for_owner. Of a file above `most` bytes the end is read.
Result<OutputFile> open_output(const std::string& path, const Owner& owner, std::uint64_t most);

// A file of our own that holds `text`: what a scheduler mails of a job.
Result<OutputFile> output_of_text(const std::string& text);

// What it says.
Findings scan(const OutputFile& file, const std::shared_ptr<const RuleSet>& rules);

// Its last bytes, at most `limit`.
std::string tail(const OutputFile& file, std::uint64_t limit);

}  // namespace gpualert::mailprog
