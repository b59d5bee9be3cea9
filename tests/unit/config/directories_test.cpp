#include "config/directories.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

using namespace gpualert;
using Dirs = std::vector<std::string>;

namespace {
std::string own()
{
  return "/gpualert-" + std::to_string(::geteuid());
}
}  // namespace

TEST_CASE("the state directory follows XDG_STATE_HOME, then HOME, then is none")
{
  CHECK(default_state_dir({{"XDG_STATE_HOME", "/x"}, {"HOME", "/h"}}) == "/x/gpualert");
  CHECK(default_state_dir({{"HOME", "/h"}}) == "/h/.local/state/gpualert");
  CHECK(default_state_dir({{"XDG_STATE_HOME", "relative"}, {"HOME", "/h"}}) ==
        "/h/.local/state/gpualert");
  CHECK(default_state_dir({{"HOME", ""}}).empty());
  CHECK(default_state_dir({}).empty());
}

TEST_CASE("runs: the chosen directory, then private ones below TMPDIR and /tmp")
{
  Config config;
  CHECK(runs_dir_candidates(config, {}) == Dirs{"/tmp" + own()});
  config.state_dir = "/s";
  CHECK(runs_dir_candidates(config, {{"TMPDIR", "/scratch"}}) ==
        Dirs{"/s/runs", "/scratch" + own(), "/tmp" + own()});
  config.runs_dir = "/r";
  CHECK(runs_dir_candidates(config, {{"TMPDIR", "/tmp"}}) == Dirs{"/r", "/tmp" + own()});
  CHECK(state_dir_candidates(config, {{"TMPDIR", "bad"}}) == Dirs{"/s", "/tmp" + own()});
}

TEST_CASE("paths: ~ is the home directory, relative ones are made absolute")
{
  CHECK(expand_path("~/a", {{"HOME", "/h"}}) == "/h/a");
  CHECK(expand_path("~", {{"HOME", "/h"}}) == "/h");
  CHECK(expand_path("/a/~", {{"HOME", "/h"}}) == "/a/~");
  CHECK(expand_path("a", {}).starts_with('/'));
  CHECK(expand_path("~other/a", {{"HOME", "/h"}}).ends_with("/~other/a"));
}
