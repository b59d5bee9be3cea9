// Parts that tell what this process was given.
#include "probe.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

namespace probe {

int is_nonblocking(int /*count*/, char** args)
{
  const int flags = ::fcntl(static_cast<int>(number(args[0])), F_GETFL);
  std::puts(flags < 0 ? "closed" : (flags & O_NONBLOCK) != 0 ? "1" : "0");
  return 0;
}

int list_descriptors(int /*count*/, char** args)
{
  std::vector<long> open;
  DIR* dir = ::opendir("/proc/self/fd");
  if (dir == nullptr) {
    return 1;
  }
  // One thread only.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  while (const dirent* entry = ::readdir(dir)) {
    if (entry->d_name[0] != '.' && number(entry->d_name) != ::dirfd(dir)) {
      open.push_back(number(entry->d_name));
    }
  }
  ::closedir(dir);
  std::sort(open.begin(), open.end());
  std::ofstream out(args[0]);
  for (const long fd : open) {
    out << fd << ' ';
  }
  out << '\n';
  return 0;
}

int print_arguments(int count, char** args)
{
  for (int i = 0; i < count; ++i) {
    std::printf("%zu:", std::strlen(args[i]));
    for (const char* c = args[i]; *c != '\0'; ++c) {
      std::printf("%02x", static_cast<unsigned>(static_cast<unsigned char>(*c)));
    }
    std::putchar('\n');
  }
  return 0;
}

int describe_terminal(int /*count*/, char** args)
{
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  winsize size{};
  const bool sized = ::ioctl(1, TIOCGWINSZ, &size) == 0;
  std::ofstream(args[0]) << "tty0=" << ::isatty(0) << " tty1=" << ::isatty(1)
                         << " tty2=" << ::isatty(2) << " controlling=" << (terminal >= 0)
                         << " foreground="
                         << (terminal >= 0 && ::tcgetpgrp(terminal) == ::getpgrp())
                         << " rows=" << (sized ? size.ws_row : -1)
                         << " columns=" << (sized ? size.ws_col : -1) << '\n';
  return 0;
}

int print_session(int /*count*/, char** /*args*/)
{
  std::printf("session %d group %d\n", ::getsid(0), ::getpgrp());
  return 0;
}

}  // namespace probe
