#include "mailprog/worker_slot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <string_view>
#include <vector>

namespace gpualert::mailprog {

namespace {

// What the loader obeys is not ours to hand on.
std::vector<char*> own_environment()
{
  std::vector<char*> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("LD_")) {
      entries.push_back(*entry);
    }
  }
  entries.push_back(nullptr);
  return entries;
}

}  // namespace

std::optional<Fd> take_worker_slot(const std::string& state_dir, int workers)
{
  for (int number = 0; number < workers; ++number) {
    const std::string path = state_dir + "/worker." + std::to_string(number);
    Fd slot{::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)};
    if (slot && ::flock(slot.get(), LOCK_EX | LOCK_NB) == 0) {
      return slot;
    }
  }
  return std::nullopt;
}

bool start_worker(Fd slot)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  // To itself would leave close-on-exec set; glibc clears it.
  ::posix_spawn_file_actions_adddup2(&actions, slot.get(), kSlotFd);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, kSlotFd + 1);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::array<char, 16> name{"gpualert-mail"};
  std::array<char, 16> option{"--worker"};
  const std::array<char*, 3> argv{name.data(), option.data(), nullptr};
  const std::vector<char*> environment = own_environment();
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, argv.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return error == 0;
}

}  // namespace gpualert::mailprog
