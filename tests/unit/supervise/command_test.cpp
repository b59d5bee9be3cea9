// Command::exec, in a child of the test.
#include "supervise/command.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

using namespace gpualert::supervision;
using gpualert::test::Scratch;

namespace {

struct Outcome {
  std::string output;
  int error = 0;  // what exec returned
  int status = 0;
};

Outcome execute(const Command& command)
{
  std::array<int, 2> out{};
  std::array<int, 2> error{};
  REQUIRE(::pipe2(out.data(), O_CLOEXEC) == 0);
  REQUIRE(::pipe2(error.data(), O_CLOEXEC) == 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(out[1], 1);
    const int failed = command.exec();
    (void)!::write(error[1], &failed, sizeof failed);
    ::_exit(0);
  }
  ::close(out[1]);
  ::close(error[1]);
  Outcome outcome;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = ::read(out[0], buffer.data(), buffer.size())) > 0;) {
    outcome.output.append(buffer.data(), static_cast<std::size_t>(n));
  }
  (void)!::read(error[0], &outcome.error, sizeof outcome.error);
  ::close(out[0]);
  ::close(error[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  outcome.status = WEXITSTATUS(status);
  return outcome;
}

Outcome execute(const std::vector<std::string>& argv)
{
  return execute(Command(argv, {}, {}));
}

// A script without #! that says which one it is.
std::string add_script(const Scratch& dir, const std::string& name, mode_t mode = 0755)
{
  std::string path = dir.add(name, "echo " + name + " \"$@\"\n");
  REQUIRE(::chmod(path.c_str(), mode) == 0);
  return path;
}

class Path {
public:
  explicit Path(const char* value)
  {
    if (const char* before = std::getenv("PATH"); before != nullptr) {
      before_ = before;
    }
    if (value != nullptr) {
      ::setenv("PATH", value, 1);
    } else {
      ::unsetenv("PATH");
    }
  }
  ~Path() { ::setenv("PATH", before_.c_str(), 1); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

private:
  std::string before_;
};

}  // namespace

TEST_CASE("command: arguments arrive as they are")
{
  CHECK(execute({"/usr/bin/printf", "%s|", "", "a b", "\xff", "--"}).output == "|a b|\xff|--|");
}

TEST_CASE("command: PATH is searched in order, an empty part is the working directory")
{
  const Scratch dir;
  add_script(dir, "first/tool");
  add_script(dir, "second/tool");
  const Path both(((dir / "first") + ":" + (dir / "second")).c_str());
  CHECK(execute({"tool", "x"}).output == "first/tool x\n");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(dir / "second");
  for (const char* path : {":/nowhere", "/nowhere:", "/nowhere::/nowhere", ""}) {
    INFO(path);
    const Path here(path);
    CHECK(execute({"tool"}).output == "second/tool\n");
  }
  std::filesystem::current_path(before);
}

TEST_CASE("command: without PATH the system's default")
{
  const Path none(nullptr);
  CHECK(execute({"printf", "x"}).output == "x");
}

TEST_CASE("command: a name with a slash is no name to search for")
{
  const Scratch dir;
  add_script(dir, "tool");
  const Path path(dir.path().c_str());
  CHECK(execute({"./no-such-tool"}).error == ENOENT);
  CHECK(execute({dir / "tool", "y"}).output == "tool y\n");
}

TEST_CASE("command: one that may not be executed hides no later one, but is what is told")
{
  const Scratch dir;
  add_script(dir, "first/tool", 0644);
  {
    const Path only(((dir / "first") + ":/nowhere").c_str());
    CHECK(execute({"tool"}).error == EACCES);
  }
  add_script(dir, "second/tool");
  const Path both(((dir / "first") + ":" + (dir / "second")).c_str());
  CHECK(execute({"tool"}).output == "second/tool\n");
}

TEST_CASE("command: what exec says when nothing can be executed")
{
  CHECK(execute({"no-such-program-xyz"}).error == ENOENT);
  CHECK(execute({""}).error == ENOENT);
  CHECK(execute({"/"}).error == EACCES);
  CHECK(execute({"/dev/null/x"}).error == ENOTDIR);
}

TEST_CASE("command: the environment gains, replaces and loses what it should")
{
  ::setenv("KEPT", "kept", 1);
  ::setenv("REPLACED", "old", 1);
  ::setenv("SECRET", "secret", 1);
  ::setenv("SECRET_NOT", "stays", 1);
  const Command command({"/usr/bin/env"}, {"REPLACED=new", "ADDED=1"}, {"SECRET"});
  const std::string output = "\n" + execute(command).output;
  for (const char* line : {"KEPT=kept", "REPLACED=new", "ADDED=1", "SECRET_NOT=stays"}) {
    CHECK(output.find("\n" + std::string(line) + "\n") != std::string::npos);
  }
  CHECK(output.find("old") == std::string::npos);
  CHECK(output.find("SECRET=") == std::string::npos);
}
