#pragma once

#include "check/shell_tokens.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::check {

struct Redirection {
  std::string op;      // ">", "2>>", "&>"
  std::string target;  // "" for a here-document
};

// A compound command around a simple one (if, for, case, {…}, (…)), and in which of its branches.
struct Enclosing {
  int compound = 0;  // counted over the script
  int branch = 0;
  bool function = false;

  bool operator==(const Enclosing&) const = default;
};

// A simple command, and where it stands.
struct Command {
  std::vector<std::string> words;  // assignments in front included
  std::vector<Redirection> redirections;
  std::size_t line = 0;
  std::string before, after;      // operators beside it: "", ";", "&", "|", "&&", "||"; "\n" as ";"
  std::vector<Enclosing> around;  // outermost first
  bool in_loop = false;
  bool in_function = false;
  bool in_condition =
      false;  // between if, elif, while, until and then, do: its status is asked for
  bool negated = false;
};

// The simple commands of a script in the order of the text; `case WORD` counts as one. Never fails.
std::vector<Command> shell_commands(std::vector<Token> tokens);

}  // namespace gpualert::check
