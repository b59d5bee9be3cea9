#include "config/values.hpp"
#include "config/signal_before.hpp"

#include "base/suggest.hpp"

#include <gpualert/config.hpp>

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using namespace std::chrono_literals;

TEST_CASE("durations: seconds without a unit, fractions, and units from ms to d")
{
  CHECK(parse_duration("10").value() == 10s);
  CHECK(parse_duration("0.2").value() == 200ms);
  CHECK(parse_duration("250ms").value() == 250ms);
  CHECK(parse_duration("90s").value() == 90s);
  CHECK(parse_duration("1.5m").value() == 90s);
  CHECK(parse_duration("2h").value() == 2h);
  CHECK(parse_duration("1d").value() == 24h);
  CHECK(parse_duration("0").value() == 0s);
}

TEST_CASE("durations: anything else is refused, the text quoted")
{
  for (const char* bad : {"", "s", "-1", "+1", "1 s", "1x", "1e3", "nan", "inf", "0x10", "9999d",
                          "1s2", "99999999999999999999999999"}) {
    INFO(bad);
    CHECK_FALSE(parse_duration(bad));
  }
  CHECK(parse_duration("soon").error().what ==
        "\"soon\" is not a duration (write 10, 0.2, 90s, 5m, 2h or 1d)");
}

TEST_CASE("sizes: powers of 1024, with or without iB")
{
  CHECK(parse_size("1048576").value() == 1048576);
  CHECK(parse_size("1K").value() == 1024);
  CHECK(parse_size("1.5M").value() == 3U << 19);
  CHECK(parse_size("5GiB").value() == 5ULL << 30);
  CHECK(parse_size("5GB").value() == 5ULL << 30);
  CHECK(parse_size("2T").value() == 2ULL << 40);
  CHECK(parse_size("0").value() == 0);
  for (const char* bad : {"", "G", "-1", "5X", "5GiX", "5 G", "99999999T", "1iB"}) {
    INFO(bad);
    CHECK_FALSE(parse_size(bad));
  }
}

TEST_CASE("numbers: whole, in range, nothing after them")
{
  CHECK(parse_number("0", 0, 65535).value() == 0);
  CHECK(parse_number("65535", 0, 65535).value() == 65535);
  for (const char* bad : {"", "65536", "-1", "1.0", "1 ", "0x1", "99999999999999999999"}) {
    INFO(bad);
    CHECK_FALSE(parse_number(bad, 0, 65535));
  }
}

TEST_CASE("switches: 0, 1, true, false and nothing else")
{
  CHECK(parse_switch("1").value());
  CHECK(parse_switch("true").value());
  CHECK_FALSE(parse_switch("0").value());
  CHECK_FALSE(parse_switch("false").value());
  for (const char* bad : {"", "yes", "TRUE", "2", "01"}) {
    CHECK_FALSE(parse_switch(bad));
  }
}

TEST_CASE("lists: what stands between commas, without the blanks around it")
{
  using Parts = std::vector<std::string_view>;
  CHECK(split_list("A_*, MY_*") == Parts{"A_*", "MY_*"});
  CHECK(split_list(" \ta b\t,, , c ") == Parts{"a b", "c"});
  CHECK(split_list(" , ").empty());
  CHECK(split_list("").empty());
}

TEST_CASE("quoted text is safe on a terminal and not endless")
{
  CHECK(quoted("a\x1b[31mb\n") == "\"a\\x1b[31mb\\x0a\"");
  CHECK(quoted("\xff") == "\"\\xff\"");
  CHECK(quoted(std::string(1000, 'x')) == '"' + std::string(100, 'x') + "…\"");
}

TEST_CASE("nearest: a slip is recognised, another word is not")
{
  const std::vector<std::string> words{"name", "notify", "no_notify", "runs_dir", "to", "log"};
  CHECK(nearest("nmae", words) == "name");
  CHECK(nearest("notfiy", words) == "notify");
  CHECK(nearest("runsdir", words) == "runs_dir");
  CHECK(nearest("logs", words) == "log");
  CHECK(nearest("colour", words).empty());
  CHECK(nearest("x", words).empty());
  CHECK(nearest("", words).empty());
  CHECK(nearest(std::string(100'000, 'n'), words).empty());
}

TEST_CASE("signal before: a name or a number, and a time")
{
  const auto signal = [](const char* text) { return parse_signal_before(text).value().signal; };
  CHECK(signal("USR1@10m") == SIGUSR1);
  CHECK(signal("SIGTERM@120") == SIGTERM);
  CHECK(signal("12@2h") == SIGUSR2);
  CHECK(signal("RTMIN@1") == SIGRTMIN);
  CHECK(signal("RTMIN+2@1") == SIGRTMIN + 2);
  CHECK(signal("") == 0);
  CHECK(parse_signal_before("USR1@10m").value().before == 10min);
  CHECK(parse_signal_before("TERM@0.5").value().before == 500ms);
}

TEST_CASE("signal before: anything else is refused, with the reason")
{
  for (const char* bad : {"USR1", "@10m", "USR1@", "USR1@-5", "SIGSIG@1", "0@1", "65@1",
                          "RTMIN-1@1", "RTMIN+99@1", "usr1@1", "1x@1", "B:USR1@60", "USR1@0"}) {
    INFO(bad);
    CHECK_FALSE(parse_signal_before(bad));
  }
  CHECK(parse_signal_before("FOO@1").error().what ==
        "\"FOO@1\" is not a signal and a time (write USR1@10m or TERM@120)");
  CHECK(parse_signal_before("KILL@1").error().what == "\"KILL@1\": no program can react to KILL");
}
