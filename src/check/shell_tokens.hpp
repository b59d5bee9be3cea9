#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::check {

// A piece of a shell script. The texts of here-documents are no pieces; comments are where they
// begin a line.
struct Token {
  enum class Kind { word, op, redirection, newline, comment };
  Kind kind = Kind::word;
  std::string text;      // of a word: quotes and backslashes removed, expansions as they stand
  std::size_t line = 0;  // 1-based, where it begins
  bool quoted = false;   // any part of it: no keyword, no assignment
};

// Words, operators ("&&", ";", "(" …), redirections (">", "2>>" …) and line ends of a script in
// the POSIX shell's or bash's language. Never fails: what is not closed ends with the text.
std::vector<Token> shell_tokens(std::string_view script);

}  // namespace gpualert::check
