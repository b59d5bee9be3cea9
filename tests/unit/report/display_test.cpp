#include "report/display.hpp"

#include <catch2/catch.hpp>

using gpualert::report::display_line;

TEST_CASE("display: colours, cursor moves and titles leave the text")
{
  CHECK(display_line("\x1b[31mError\x1b[0m: no") == "Error: no");
  CHECK(display_line("\x1b]0;title\x07text") == "text");
  CHECK(display_line("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\") == "link");
  CHECK(display_line("a\x1b(Bb\x1b[1;38;5;196mc\x1b[A") == "abc");
}

TEST_CASE("display: a broken escape sequence does not swallow text")
{
  CHECK(display_line("abc\x1b") == "abc");
  CHECK(display_line("abc\x1b[12") == "abc");
  CHECK(display_line("\x1b]0;never ended") == "0;never ended");
  CHECK(display_line("\x1b[12ü") == "ü");
}

TEST_CASE("display: a progress bar keeps its last state")
{
  CHECK(display_line("  0%|   |\r 50%|█  |\r100%|██ |\r") == "100%|██ |");
  CHECK(display_line("step 100 loss 3\rstep 200\x1b[K") == "step 200");
  CHECK(display_line("long long text\r\x1b[2Kshort") == "short");
  CHECK(display_line("abcdef\rXY") == "XYcdef");
}

TEST_CASE("display: backspaces are played out")
{
  CHECK(display_line("10%\b\b\b20%") == "20%");
  CHECK(display_line("\b\bx") == "x");
}

TEST_CASE("display: what is not UTF-8 is shown as U+FFFD, controls not at all")
{
  CHECK(display_line("caf\xe9") == "caf\xEF\xBF\xBD");
  CHECK(display_line(std::string("a\0b\x7f\x05", 5)) == "ab");
  CHECK(display_line("a\xC2\x9Bz") == "az");
  CHECK(display_line("a\tb") == "a\tb");
}

TEST_CASE("display: a long line is cut between characters and says so")
{
  CHECK(display_line("ääää", 5) == "ää [4 bytes of this line left out]");
  CHECK(display_line("ääää", 8) == "ääää");
}
