#include "eval/document.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::eval;

namespace {

Document sample()
{
  Document document;
  document.title = "Title";
  document.sections = {
      {"Part", {"Why."}, {{"Table", {{"name", Align::left}, {"n"}}, {{"a|b", "1"}, {"–", "10"}}}}}};
  return document;
}

}  // namespace

TEST_CASE("document: columns line up for a terminal, characters beyond ASCII counted once")
{
  CHECK(to_text(sample()) ==
        "Title\n"
        "\n"
        "Part\n"
        "====\n"
        "Why.\n"
        "\n"
        "Table\n"
        "  name    n\n"
        "  a|b     1\n"
        "  –      10\n");
}

TEST_CASE("document: a bar in a Markdown cell is escaped")
{
  CHECK(to_markdown(sample()) ==
        "# Title\n"
        "\n"
        "## Part\n"
        "\n"
        "Why.\n"
        "\n"
        "**Table**\n"
        "\n"
        "| name | n |\n"
        "|---|---:|\n"
        "| a\\|b | 1 |\n"
        "| – | 10 |\n");
}

TEST_CASE("document: a paragraph is wrapped for a terminal")
{
  Document document;
  document.paragraphs = {std::string(60, 'a') + " " + std::string(60, 'b')};
  CHECK(to_text(document) == "\n" + std::string(60, 'a') + "\n" + std::string(60, 'b') + "\n");
}
