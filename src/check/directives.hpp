#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::check {

// An option of sbatch on a #SBATCH line.
struct Directive {
  std::string option;  // long name without dashes: "output" for -o
  std::string value;   // quotes removed; "" without one
  std::size_t line = 0;
};

struct Directives {
  std::vector<Directive> options;  // that sbatch reads, in order
  std::vector<Directive> strays;   // words on these lines that are no option: "" and the word
  std::size_t end = 0;             // line of the first command: sbatch reads no further; 0: none
  std::string interpreter;         // of "#!", without its arguments; "" when there is none
  std::string arguments;           // of the interpreter

  // The last one of that name counts, as for sbatch; null when there is none.
  const Directive* last(std::string_view option) const;
};

bool is_directive(std::string_view line);

Directives read_directives(std::string_view script);

}  // namespace gpualert::check
