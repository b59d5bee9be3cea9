#include <gpualert/artifacts.hpp>

#include "scratch.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <string>

namespace gpualert {

namespace {

constexpr std::int64_t kStart = 1'700'000'000LL * 1'000'000'000LL;

void write(const std::string& path, bool changed = true)
{
  std::ofstream(path) << "x";
  const time_t when = kStart / 1'000'000'000LL + (changed ? 60 : -60);
  const utimbuf times{when, when};
  REQUIRE(::utime(path.c_str(), &times) == 0);
}

std::vector<std::string> names(const FoundArtifacts& found)
{
  std::vector<std::string> list;
  for (const Artifact& file : found.files) {
    list.push_back(file.path.substr(file.path.rfind('/') + 1));
  }
  return list;
}

ArtifactSearch search(const test::Scratch& scratch)
{
  ArtifactSearch what;
  what.directory = (scratch / "w");
  what.since_ns = kStart;
  return what;
}

}  // namespace

TEST_CASE("files changed during the run are found, those worth most first")
{
  const test::Scratch scratch;
  ::mkdir((scratch / "w").c_str(), 0700);
  ::mkdir((scratch / "w/out").c_str(), 0700);
  write((scratch / "w/model.pt"));
  write((scratch / "w/out/metrics.json"));
  write((scratch / "w/train.err"));
  write((scratch / "w/old.log"), false);
  write((scratch / "w/.hidden.log"));
  const FoundArtifacts found = find_artifacts(search(scratch));
  CHECK(names(found) == std::vector<std::string>{"train.err", "metrics.json", "model.pt"});
  CHECK(found.files[1].why == "changed during the run");
  CHECK(found.files[1].size == 1);
  CHECK(found.problems.empty());
}

TEST_CASE("globs name files whatever their time, also outside the directory")
{
  const test::Scratch scratch;
  ::mkdir((scratch / "w").c_str(), 0700);
  ::mkdir((scratch / "w/a").c_str(), 0700);
  ::mkdir((scratch / "data").c_str(), 0700);
  write((scratch / "w/a/x.csv"), false);
  write((scratch / "data/y.json"), false);
  ArtifactSearch what = search(scratch);
  what.since_ns = 0;
  what.globs = {"a/*.csv", (scratch / "data") + "/*.json", "*.none"};
  const FoundArtifacts found = find_artifacts(what);
  CHECK(names(found).size() == 2);
  CHECK(found.problems == std::vector<std::string>{"--attach '*.none' matches no file"});
  CHECK(found.files[0].why.starts_with("asked for by --attach "));
}

TEST_CASE("no link leads out of the directory, no device is a file")
{
  const test::Scratch scratch;
  ::mkdir((scratch / "w").c_str(), 0700);
  ::mkdir((scratch / "outside").c_str(), 0700);
  write((scratch / "outside/secret.log"));
  REQUIRE(::symlink("../outside", (scratch / "w/link").c_str()) == 0);
  REQUIRE(::symlink("../outside/secret.log", (scratch / "w/direct.log").c_str()) == 0);
  REQUIRE(::symlink(".", (scratch / "w/loop").c_str()) == 0);
  REQUIRE(::mkfifo((scratch / "w/pipe.log").c_str(), 0600) == 0);
  CHECK(find_artifacts(search(scratch)).files.empty());
}

TEST_CASE("depth, number and time are bounded")
{
  const test::Scratch scratch;
  std::string path = (scratch / "w");
  ::mkdir(path.c_str(), 0700);
  for (int i = 0; i < 8; ++i) {
    write(path + "/f" + std::to_string(i) + ".log");
    path += "/d";
    ::mkdir(path.c_str(), 0700);
  }
  CHECK(find_artifacts(search(scratch)).files.size() == 5);
  ArtifactSearch few = search(scratch);
  few.max_entries = 3;
  CHECK(find_artifacts(few).cut_short);
  ArtifactSearch late = search(scratch);
  late.deadline = std::chrono::milliseconds{-1};
  CHECK(find_artifacts(late).cut_short);
  CHECK(find_artifacts_in_time(search(scratch)).files.size() == 5);
}

TEST_CASE("a directory that is gone gives nothing")
{
  ArtifactSearch what;
  what.directory = "/nonexistent";
  what.since_ns = 1;
  CHECK(find_artifacts(what).files.empty());
}

}  // namespace gpualert
