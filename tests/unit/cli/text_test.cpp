#include "cli/columns.hpp"
#include "cli/explain_text.hpp"
#include "cli/help_run.hpp"
#include "cli/show_verdict.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace gpualert;
using namespace gpualert::cli;

TEST_CASE("help rows: two columns, wrapped, a long left side on a line of its own")
{
  CHECK(help_row("--log FILE", "Append") == "  --log FILE            Append\n");
  CHECK(help_row("--a-very-long-option NAME", "x") ==
        "  --a-very-long-option NAME\n                        x\n");
  const std::string words =
      "one two three four five six seven eight nine ten eleven twelve thirteen";
  CHECK(help_row("-x", words) ==
        "  -x                    one two three four five six seven eight nine ten eleven\n"
        "                        twelve thirteen\n");
}

TEST_CASE("help of run: no line is wider than a terminal")
{
  std::istringstream text{run_help()};
  for (std::string line; std::getline(text, line);) {
    INFO(line);
    CHECK(line.size() <= 79);
  }
}

TEST_CASE("a verdict for people: cause, lines, fix, and nothing that a terminal would obey")
{
  Verdict verdict;
  verdict.title = "CUDA out of memory";
  verdict.cause = verdict.klass = "cuda_oom";
  verdict.confidence = 0.95;
  verdict.rule = "torch_cuda_oom";
  verdict.hint = "Use a smaller batch.";
  Evidence line;
  line.line = 12;
  line.text = "\x1b[31mCUDA out of memory\r";
  verdict.evidence = {line};
  CHECK(show(verdict) ==
        "CUDA out of memory\n"
        "  cause       cuda_oom (class cuda_oom, confidence 0.95)\n"
        "  rule        torch_cuda_oom\n"
        "  line 12      [31mCUDA out of memory \n"
        "  fix         Use a smaller batch.\n");
}

TEST_CASE("explain: of a cause that is not known, neither how sure it is nor whether to run again")
{
  Verdict verdict;
  verdict.title = "The cause is not known";
  verdict.confidence = 0.85;
  verdict.retry = "no";
  const std::string text = explain(verdict);
  CHECK(text.starts_with("The cause is not known: unknown (class other)\n"));
  CHECK(text.find("  run again?    not known: the cause is not\n") != std::string::npos);
  verdict.cause = "cuda_oom";
  CHECK(explain(verdict).find("(class other, 85 % sure)\n") != std::string::npos);
  CHECK(explain(verdict).find("  run again?    no\n") != std::string::npos);
}
