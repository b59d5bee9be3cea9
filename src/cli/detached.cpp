#include "cli/detached.hpp"

#include <fcntl.h>
#include <csignal>

#include <cerrno>

namespace gpualert::cli {

Detached::Detached()
{
  sigset_t all;
  sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawn_file_actions_init(&actions_);
  ::posix_spawnattr_init(&attributes_);
  check(::posix_spawnattr_setsigdefault(&attributes_, &all));
  check(::posix_spawnattr_setsigmask(&attributes_, &none));
  check(::posix_spawnattr_setflags(
      &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
}

Detached::~Detached()
{
  ::posix_spawn_file_actions_destroy(&actions_);
  ::posix_spawnattr_destroy(&attributes_);
}

void Detached::write_to(int fd)
{
  output_ = fd;
}

Result<pid_t> Detached::start(std::vector<std::string> words, std::vector<char*> environment)
{
  check(::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDWR, 0));
  check(::posix_spawn_file_actions_adddup2(&actions_, output_, 1));
  check(::posix_spawn_file_actions_adddup2(&actions_, 0, 2));
  check(::posix_spawn_file_actions_addclosefrom_np(&actions_, 3));
  check(::posix_spawn_file_actions_addchdir_np(&actions_, "/"));
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  pid_t pid = -1;
  if (error_ == 0) {
    error_ = ::posix_spawnp(&pid, argv.front(), &actions_, &attributes_, argv.data(),
                            environment.data());
  }
  if (error_ != 0) {
    errno = error_;
    return last_os_error("start " + words.front());
  }
  return pid;
}

}  // namespace gpualert::cli
