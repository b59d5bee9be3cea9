#include "deliver/options.hpp"
#include "deliver/local_mail.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <array>
#include <vector>

using namespace gpualert;
using namespace gpualert::deliver;

namespace {

Result<Options> parse(std::vector<const char*> arguments)
{
  arguments.insert(arguments.begin(), "gpualert-deliver");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("options: state, deadline, configuration")
{
  const auto options =
      parse({"--state", "/s", "--deadline", "0.5", "--config", "/c.toml", "--all"});
  REQUIRE(options);
  CHECK(options.value().state == "/s");
  CHECK(options.value().config == "/c.toml");
  CHECK(options.value().deadline >= std::chrono::milliseconds(500));
  CHECK(options.value().deadline <= std::chrono::milliseconds(501));
  CHECK(options.value().all);
}

TEST_CASE("options: two minutes without --deadline, and a relative state becomes absolute")
{
  const auto options = parse({"--state", "s"});
  REQUIRE(options);
  CHECK(options.value().deadline == std::chrono::minutes(2));
  CHECK(options.value().state.starts_with('/'));
  CHECK(options.value().state.ends_with("/s"));
}

TEST_CASE("options: what is wrong is named")
{
  CHECK(parse({}).error().what == "--state DIR is missing");
  CHECK(parse({"--state"}).error().what == "--state: needs a value");
  CHECK(parse({"--state", "/s", "x"}).error().what == "unknown argument: x");
  for (const char* bad : {"", "x", "1s", "0", "-1", "nan", "inf", "1e9"}) {
    CHECK(parse({"--state", "/s", "--deadline", bad}).error().what ==
          std::string("--deadline ") + bad + ": not a number of seconds in (0, 86400]");
  }
}

TEST_CASE("local mail: CRLF becomes LF, a lone CR stays")
{
  CHECK(local_mail("a\r\nb\rc\r\n\r\n") == "a\nb\rc\n\n");
  CHECK(local_mail("").empty());
  CHECK(local_mail("\r") == "\r");
}
