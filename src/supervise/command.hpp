#pragma once

#include <string>
#include <vector>

namespace gpualert::supervision {

// Everything execve(2) needs, made before the fork: afterwards nothing may allocate.
class Command {
public:
  // `set` are NAME=VALUE strings that replace or join the environment, `unset` names that leave it.
  Command(const std::vector<std::string>& argv, const std::vector<std::string>& set,
          const std::vector<std::string>& unset);

  // Becomes the command, with the semantics of execvp(3): PATH is searched, a file without #! is
  // given to /bin/sh. Returns the errno when nothing could be executed. Async-signal-safe.
  int exec() const noexcept;

private:
  int try_file(const char* file) const noexcept;

  std::vector<std::string> environment_;
  std::vector<std::string> files_;  // what to try, in order
  std::vector<const char*> argv_, envp_, paths_;
  mutable std::vector<const char*> shell_argv_;  // "/bin/sh", file, arguments
};

}  // namespace gpualert::supervision
