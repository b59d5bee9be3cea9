#include "check/shell_commands.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::check;

namespace {

// Each command as "line:before|word word|after", with a mark for what it is in.
std::vector<std::string> shown(std::string_view script)
{
  std::vector<std::string> lines;
  for (const Command& command : shell_commands(shell_tokens(script))) {
    std::string text = std::to_string(command.line) + ":" + command.before + "[";
    for (const std::string& word : command.words) {
      text += (&word == &command.words.front() ? "" : " ") + word;
    }
    for (const Redirection& redirection : command.redirections) {
      text += " {" + redirection.op + redirection.target + "}";
    }
    text += "]" + command.after;
    text += command.in_loop ? " loop" : "";
    text += command.in_function ? " function" : "";
    text += command.in_condition ? " condition" : "";
    lines.push_back(std::move(text));
  }
  return lines;
}

using Shown = std::vector<std::string>;

}  // namespace

TEST_CASE("words, quotes, continuations and comments")
{
  CHECK(shown("a 'b c' \"d $e\" f\\ g # h\n i\\\nj") == Shown{"1:[a b c d $e f g];", "2:[ij];"});
  CHECK(shown("echo a#b $(c # d\n) `e f` ${g:-h i}") ==
        Shown{"1:[echo a#b $(c # d\n) `e f` ${g:-h i}];"});
  CHECK(shown("x=(1 2) y=$((1<<2)) $'it\\'s' z") == Shown{"1:[x=(1 2) y=$((1<<2)) it's z];"});
}

TEST_CASE("operators and redirections")
{
  CHECK(shown("a 2>&1 | b >>log && c || d & e; f <<< x &>/dev/null") ==
        Shown{"1:[a {2>&1}]|", "1:|[b {>>log}]&&", "1:&&[c]||", "1:||[d]&", "1:[e];",
              "1:[f {<<<x} {&>/dev/null}];"});
  CHECK(shown("a |\n b") == Shown{"1:[a]|", "2:|[b];"});
  CHECK(shown("diff <(a | b) <(c)") == Shown{"1:[diff <(a | b) <(c)];"});
}

TEST_CASE("compounds")
{
  CHECK(shown("if a; then b; else c; fi") == Shown{"1:[a]; condition", "1:[b];", "1:[c];"});
  CHECK(shown("for i in 1 2; do a; done < f; b") == Shown{"1:[a]; loop", "1:[b];"});
  CHECK(shown("for ((i=0;i<3;i++)); do a; done") == Shown{"1:[a]; loop"});
  CHECK(shown("while read x; do a; done") == Shown{"1:[read x]; loop condition", "1:[a]; loop"});
  CHECK(shown("case $x in a|b) c ;; (*) d ;; esac; e") ==
        Shown{"1:[case $x];", "1:[c];", "1:[d];", "1:[e];"});
  CHECK(shown("f() { a; }; function g { b; }\nc") ==
        Shown{"1:[a]; function", "1:[b]; function", "2:[c];"});
  CHECK(shown("(a; b) | c") == Shown{"1:[a];", "1:[b]|", "1:|[c];"});
  CHECK(shown("[[ a && b < c ]] && d") == Shown{"1:[[[ a && b < c ]]]&&", "1:&&[d];"});
}

TEST_CASE("here-documents are no commands")
{
  CHECK(shown("a <<E b\nc | d\nE\ne <<-'F' <<G\n\tf\n\tF\ng\nG\nh") ==
        Shown{"1:[a b {<<}];", "4:[e {<<-} {<<}];", "9:[h];"});
}

TEST_CASE("what is not closed ends with the text")
{
  for (const char* script :
       {"'a", "\"a", "$(a", "${a", "`a", "a <<E\nb", "if a", "(a", "case x in", "f()", "a |", "&&",
        ")", "}", "fi", "function", "((a", "a\\", "[[ a"}) {
    INFO(script);
    CHECK(shown(script).size() <= 2);
  }
}
