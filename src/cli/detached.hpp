#pragma once

#include <gpualert/result.hpp>

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace gpualert::cli {

// How a program of ours is started beside the job: in a session of its own, with the default
// signals, the working directory /, /dev/null for 0–2 and no other descriptor of ours.
class Detached {
public:
  Detached();
  Detached(const Detached&) = delete;
  Detached& operator=(const Detached&) = delete;
  ~Detached();

  // Its standard output is `fd` instead.
  void write_to(int fd);

  // `words`: its argv; the first is looked for in PATH unless it has a '/'. `environment` ends in a
  // null pointer. Gives its pid.
  Result<pid_t> start(std::vector<std::string> words, std::vector<char*> environment);

private:
  void check(int result) { error_ = error_ != 0 ? error_ : result; }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  int output_ = 0;
  int error_ = 0;
};

}  // namespace gpualert::cli
