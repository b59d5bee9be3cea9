#include "base/ranks.hpp"

#include <catch2/catch.hpp>

#include <array>

namespace gpualert {

TEST_CASE("one rank is a rank, more are ranks")
{
  CHECK(named_ranks({}).empty());
  CHECK(named_ranks(std::array{5}) == "rank 5");
  CHECK(named_ranks(std::array{5, 7}) == "ranks 5, 7");
}

TEST_CASE("runs of three and more numbers are written as ranges")
{
  CHECK(number_list({}).empty());
  CHECK(number_list(std::array{3}) == "3");
  CHECK(number_list(std::array{3, 4}) == "3, 4");
  CHECK(number_list(std::array{0, 1, 2, 3, 4, 5, 6, 8}) == "0-6, 8");
  CHECK(number_list(std::array{1, 3, 4, 5, 9, 10}) == "1, 3-5, 9, 10");
}

}  // namespace gpualert
