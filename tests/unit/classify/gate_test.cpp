#include "classify/gate.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace gpualert {

namespace {

constexpr std::array<GateLiteral, 4> kLiterals{{{"Error", 0, false},
                                                {"CUDA out of memory", 5, false},
                                                {"loss is nan", 2, true},
                                                {"RuntimeError", 3, false}}};

std::vector<std::uint16_t> collect(const Gate& gate, const std::string& text)
{
  std::vector<std::uint16_t> found;
  gate.collect(text, found);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("a literal is found at every position of a text, whatever surrounds it")
{
  const Gate gate(kLiterals);
  for (const GateLiteral& literal : kLiterals) {
    for (std::size_t before = 0; before < 40; ++before) {
      for (std::size_t after = 0; after < 12; ++after) {
        const std::string text =
            std::string(before, '.') + std::string(literal.text) + std::string(after, '.');
        const std::size_t at = gate.find(text, 0);
        INFO(text);
        REQUIRE(at != Gate::kNone);
        CHECK(at >= before);
        CHECK(at < before + literal.text.size());
      }
    }
  }
}

TEST_CASE("a text without literals has no hit")
{
  const Gate gate(kLiterals);
  for (const char* text :
       {"", "E", "Erro", "error", "cuda out of memory", "loss is a nan", "rroE"}) {
    INFO(text);
    CHECK(gate.find(text, 0) == Gate::kNone);
    CHECK(collect(gate, text).empty());
  }
}

TEST_CASE("case counts where the literal says so")
{
  const Gate gate(kLiterals);
  CHECK(collect(gate, "Loss IS NaN") == std::vector<std::uint16_t>{2});
  CHECK(collect(gate, "RUNTIMEERROR").empty());
}

TEST_CASE("all literals of a text are collected, each once")
{
  const Gate gate(kLiterals);
  CHECK(collect(gate, "RuntimeError: CUDA out of memory; RuntimeError") ==
        std::vector<std::uint16_t>{0, 1, 3});
}

TEST_CASE("a literal before the start is not found again")
{
  const Gate gate(kLiterals);
  const std::string text = "Error and Error";
  const std::size_t first = gate.find(text, 0);
  CHECK(first < 5);
  CHECK(gate.find(text, 5) >= 10);
  CHECK(gate.find(text, 11) == Gate::kNone);
}

}  // namespace gpualert
