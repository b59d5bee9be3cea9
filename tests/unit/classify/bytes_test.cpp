#include "classify/bytes.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

namespace gpualert {

TEST_CASE("newlines are counted in texts of every length")
{
  for (std::size_t size = 0; size < 9000; size += size < 70 ? 1 : 397) {
    std::string text(size, 'x');
    for (std::size_t i = 0; i < size; i += 3) {
      text[i] = '\n';
    }
    INFO(size);
    CHECK(count_newlines(text) == (size + 2) / 3);
    CHECK(count_newlines(std::string(size, '\n')) == size);
  }
}

TEST_CASE("line ends are found forwards and backwards")
{
  for (std::size_t size = 0; size < 70; ++size) {
    CHECK(find_line_end(std::string(size, 'x')) == kNoByte);
    CHECK(find_last_line_end(std::string(size, 'x')) == kNoByte);
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = at % 2 == 0 ? '\n' : '\r';
      INFO(size << " " << at);
      CHECK(find_line_end(text) == at);
      CHECK(find_line_end(text, at) == at);
      CHECK(find_line_end(text, at + 1) == kNoByte);
      CHECK(find_last_line_end(text) == at);
    }
  }
  CHECK(find_line_end("a\nb\r", 2) == 3);
  CHECK(find_last_line_end("a\nb\rc") == 3);
}

TEST_CASE("nan and inf are found as words, in any case")
{
  for (std::size_t before = 0; before < 40; ++before) {
    for (const char* word : {"nan", "NaN", "NAN", "inf", "Inf", "INF"}) {
      const std::string text = std::string(before, ' ') + word;
      INFO(text);
      CHECK(find_number_word(text, 0) == before);
      CHECK(find_number_word(text + ", next", 0) == before);
      CHECK(find_number_word(text + std::string(30, 'x'), 0) == kNoByte);
    }
  }
  CHECK(find_number_word("loss=-inf", 0) == 6);
  CHECK(find_number_word("nan nan", 1) == 4);
}

TEST_CASE("nan and inf inside words, and a count of zero NaNs, are not")
{
  for (const char* text : {"nanoGPT", "banana", "INFO", "inference", "info: x", "Fernando", "na",
                           "n", "", "number of nan iterations:   0 |"}) {
    INFO(text);
    CHECK(find_number_word(text, 0) == kNoByte);
  }
  CHECK(find_number_word("number of nan iterations:   1 |", 0) == 10);
}

}  // namespace gpualert
