#include "eval/labels.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::eval;
using gpualert::test::Scratch;

namespace {

constexpr const char* kPaperLabel =
    R"({"id":"a","mode":"segfault","source":"injected","log_path":"corpus/injected/a.log",)"
    R"("gpu":"V100","driver":"460","true_exit_code":-11})";

}  // namespace

TEST_CASE("labels: the paper's form, whose logs are relative to the parent folder")
{
  Scratch scratch;
  (void)scratch.add("corpus/injected/a.log", "Segmentation fault\n");
  const std::string file = scratch.add("corpus/labels.jsonl", std::string(kPaperLabel) + "\n\n");
  for (const std::string& path : {file, scratch / "corpus"}) {
    const auto corpus = read_corpus(path);
    REQUIRE(corpus);
    REQUIRE(corpus->labels.size() == 1);
    const Label& label = corpus->labels.front();
    CHECK(label.klass == "segfault");
    CHECK(label.exit_code == -11);
    CHECK_FALSE(label.cause);
    CHECK_FALSE(label.root_line);
    CHECK_FALSE(label.held_out);
    CHECK(label.file == scratch / "corpus/injected/a.log");
  }
}

TEST_CASE("labels: a log beside the labels is preferred to one in the parent folder")
{
  Scratch scratch;
  (void)scratch.add("corpus/injected/a.log", "parent\n");
  (void)scratch.add("corpus/corpus/injected/a.log", "beside\n");
  (void)scratch.add("corpus/labels.jsonl", kPaperLabel);
  const auto corpus = read_corpus(scratch / "corpus");
  REQUIRE(corpus);
  CHECK(corpus->labels.front().file == scratch / "corpus/corpus/injected/a.log");
}

TEST_CASE("labels: our own fields")
{
  Scratch scratch;
  (void)scratch.add("x.log", "x\n");
  const std::string file = scratch.add(
      "labels.jsonl",
      R"({"id":"x","mode":"cuda_oom","source":"composed","log_path":"x.log","true_exit_code":1,)"
      R"("cause":"cuda_oom","root_line":7,"rank":3,"framework":"jax","multi_error":true,)"
      R"("shape":"s","holdout":true})");
  const auto corpus = read_corpus(file);
  REQUIRE(corpus);
  const Label& label = corpus->labels.front();
  CHECK(label.cause == "cuda_oom");
  CHECK(label.root_line == 7U);
  CHECK(label.rank == 3);
  CHECK(label.framework == "jax");
  CHECK(label.shape == "s");
  CHECK(label.multi_error);
  CHECK(label.held_out);
}

TEST_CASE("labels: every faulty line is named, not the first only")
{
  Scratch scratch;
  const std::string file = scratch.add("labels.jsonl", "[]\n{}\n");
  const auto corpus = read_corpus(file);
  REQUIRE_FALSE(corpus);
  CHECK(corpus.error().what ==
        file + ":1: not a JSON object\n" + file + ":2: \"id\" should be a string, and not empty");
}

TEST_CASE("labels: a file without labels is an error")
{
  Scratch scratch;
  CHECK(read_corpus(scratch.add("labels.jsonl", "\n")).error().what ==
        scratch / "labels.jsonl: no labels in it");
}
