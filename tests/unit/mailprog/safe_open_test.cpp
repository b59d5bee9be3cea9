// Files that jobs name, and traps among them.
#include "mailprog/safe_open.hpp"

#include "scratch.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>

using namespace gpualert;
using namespace gpualert::mailprog;
using gpualert::test::Scratch;

namespace {

// As root the tests take the part of an unprivileged user, otherwise that of the one who runs them.
Owner owner()
{
  const bool root = ::geteuid() == 0;
  return root ? Owner{4242, 4242, {4242}} : Owner{::getuid(), ::getgid(), {}};
}

// Its real path: a link that a machine has in the path of its /tmp is no part of the test.
std::string place(const Scratch& scratch)
{
  char path[PATH_MAX];
  REQUIRE(::realpath(scratch.path().c_str(), path) != nullptr);
  ::chmod(path, 0755);
  return path;
}

std::string opened(const std::string& path)
{
  const Result<Fd> file = open_for_owner(path, owner());
  return file ? "opened" : file.error().what;
}

void give(const std::string& path, mode_t mode)
{
  REQUIRE(::chmod(path.c_str(), mode) == 0);
  if (::geteuid() == 0) {
    REQUIRE(::lchown(path.c_str(), 4242, 4242) == 0);
  }
}

bool has(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("safe open: a file of the owner's, however its path is written")
{
  const Scratch scratch;
  const std::string dir = place(scratch);
  scratch.add("a/b/out", "text");
  give(dir + "/a/b/out", 0600);
  CHECK(opened(dir + "/a/b/out") == "opened");
  CHECK(opened(dir + "//a/./b/../b/out") == "opened");
  CHECK(has(opened("a/b/out"), "not an absolute path"));
  CHECK(has(opened(dir + "/a/b/none"), "No such file"));
  CHECK(has(opened(dir + "/a/b/out/x"), "Not a directory"));
}

TEST_CASE("safe open: what the owner could not read")
{
  CHECK(opened("/etc/shadow") != "opened");
  CHECK(opened("/proc/self/environ") != "opened");
  CHECK(opened("/proc/1/environ") != "opened");
  CHECK(opened("/sys/kernel/uevent_seqnum") != "opened");
  const Scratch scratch;
  const std::string dir = place(scratch);
  scratch.add("root", "text");
  if (::geteuid() == 0) {
    ::chmod((dir + "/root").c_str(), 0600);
    CHECK(has(opened(dir + "/root"), "Permission denied"));
    REQUIRE(::chmod((dir + "/root").c_str(), 0640) == 0);
    REQUIRE(::chown((dir + "/root").c_str(), 0, 4242) == 0);
    CHECK(opened(dir + "/root") == "opened");   // its group may
    CHECK(::access("/etc/shadow", R_OK) == 0);  // and we are ourselves again
  } else {
    CHECK(has(opened("/etc/passwd"), "does not belong to the job's owner"));
  }
}

TEST_CASE("safe open: no link but root's on the way")
{
  const Scratch scratch;
  const std::string dir = place(scratch);
  scratch.add("a/out", "text");
  give(dir + "/a/out", 0644);
  REQUIRE(::symlink("out", (dir + "/a/last").c_str()) == 0);
  REQUIRE(::symlink("a", (dir + "/way").c_str()) == 0);
  CHECK(has(opened(dir + "/a/last"), "links are not followed"));
  if (::geteuid() == 0) {
    CHECK(opened(dir + "/way/out") == "opened");
    REQUIRE(::lchown((dir + "/way").c_str(), 4242, 4242) == 0);
    REQUIRE(::symlink("loop", (dir + "/loop").c_str()) == 0);
    CHECK(has(opened(dir + "/loop/out"), "links are not followed"));
  }
  CHECK(has(opened(dir + "/way/out"), "links are not followed"));
}

TEST_CASE("safe open: nothing that is waited for")
{
  const Scratch scratch;
  const std::string dir = place(scratch);
  REQUIRE(::mkfifo((dir + "/fifo").c_str(), 0644) == 0);
  give(dir + "/fifo", 0644);
  CHECK(has(opened(dir + "/fifo"), "is not a regular file"));
  CHECK(has(opened(dir), "is not a regular file"));
  CHECK(opened("/dev/null") != "opened");
}
