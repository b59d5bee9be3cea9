#include "outbox/retry.hpp"

#include <catch2/catch.hpp>

using namespace gpualert::outbox;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86400 * kSecond;

std::int64_t delay_s(int tries, double jitter)
{
  return *next_try({}, tries, 0, 1000 * kSecond, jitter) / kSecond - 1000;
}

}  // namespace

TEST_CASE("retry: the delay doubles from one minute to four hours")
{
  CHECK(delay_s(1, 0.5) == 60);
  CHECK(delay_s(2, 0.5) == 120);
  CHECK(delay_s(5, 0.5) == 960);
  CHECK(delay_s(8, 0.5) == 7680);
  CHECK(delay_s(9, 0.5) == 14400);
  CHECK(delay_s(1000, 0.5) == 14400);
}

TEST_CASE("retry: jitter moves the delay by a quarter")
{
  CHECK(delay_s(1, 0) == 45);
  CHECK(delay_s(1, 0.999) == 74);
}

TEST_CASE("retry: one last try at five days of age, then given up")
{
  CHECK(next_try({}, 20, 0, 5 * kDay - kSecond, 0.5) == 5 * kDay);
  CHECK_FALSE(next_try({}, 20, 0, 5 * kDay, 0.5));
}

TEST_CASE("retry: a message queued by a clock ahead of ours is still tried")
{
  CHECK(next_try({}, 1, 100 * kDay, kDay, 0.5) == kDay + 60 * kSecond);
}

TEST_CASE("retry: no number of tries breaks the arithmetic")
{
  for (const int tries : {-5, 0, 1, 63, 64, 2147483647}) {
    const auto at = next_try({}, tries, 0, 0, 0.5);
    REQUIRE(at);
    CHECK(*at >= 60 * kSecond);
    CHECK(*at <= 14400 * kSecond);
  }
}
