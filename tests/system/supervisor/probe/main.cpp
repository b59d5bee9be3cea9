#include "probe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace probe {

namespace {

constexpr int kUsage = 125;
constexpr std::string_view kRealTime = "RTMIN+";

constexpr std::array kParts{
    Entry{"ign", 2, ignore_signals},
    Entry{"dfl", 2, default_signals},
    Entry{"block", 2, block_signals},
    Entry{"nonblock", 2, set_nonblocking},
    Entry{"setsid", 1, new_session},
    Entry{"core", 1, allow_core},
    Entry{"wstat", 2, wait_status},
    Entry{"socket", 1, on_socket},
    Entry{"raise", 1, raise_signal},
    Entry{"sigrec", 4, record_signals},
    Entry{"ticker", 2, tick},
    Entry{"crash", 3, crash_thread},
    Entry{"isnonblock", 1, is_nonblocking},
    Entry{"fds", 1, list_descriptors},
    Entry{"argv", 0, print_arguments},
    Entry{"terminal", 1, describe_terminal},
    Entry{"session", 0, print_session},
    Entry{"random", 2, print_random},
    Entry{"alternate", 1, print_alternating},
    Entry{"line", 1, print_line},
    Entry{"progress", 1, print_progress},
    Entry{"mixed", 4, print_mixed},
    Entry{"records", 1, print_records},
    Entry{"memory", 1, use_memory},
};

}  // namespace

int signal_number(std::string_view name)
{
  if (name.starts_with("SIG")) {
    name.remove_prefix(3);
  }
  const int base = name.starts_with(kRealTime) ? SIGRTMIN : 0;
  const std::string_view digits = base != 0 ? name.substr(kRealTime.size()) : name;
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc() && end == digits.data() + digits.size()) {
    return base + value;
  }
  for (int s = 1; s < SIGRTMIN; ++s) {
    const char* known = ::sigabbrev_np(s);
    if (known != nullptr && name == known) {
      return s;
    }
  }
  std::fprintf(stderr, "probe: no signal %s\n", std::string(name).c_str());
  std::exit(kUsage);
}

std::size_t signal_text(int signal, char* text)
{
  const char* known = signal < SIGRTMIN ? ::sigabbrev_np(signal) : nullptr;
  const std::string_view name = known != nullptr ? known : kRealTime;
  std::size_t size = name.copy(text, name.size());
  if (known == nullptr) {
    const int above = signal - SIGRTMIN;
    if (above >= 10) {
      text[size++] = static_cast<char>('0' + above / 10);
    }
    text[size++] = static_cast<char>('0' + above % 10);
  }
  return size;
}

void become(char** command)
{
  ::execvp(command[0], command);
  const int error = errno;
  std::fprintf(stderr, "probe: %s: %s\n", command[0], std::strerror(error));
  ::_exit(error == ENOENT ? 127 : 126);
}

void write_all(int fd, std::string_view bytes)
{
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      ::_exit(errno == EPIPE ? 32 : 74);
    }
  }
}

std::int64_t monotonic_ms()
{
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1'000'000;
}

void sleep_ms(std::int64_t ms)
{
  const timespec t{ms / 1000, ms % 1000 * 1'000'000};
  ::nanosleep(&t, nullptr);
}

long number(const char* text)
{
  return std::strtol(text, nullptr, 10);
}

}  // namespace probe

int main(int argc, char** argv)
{
  if (argc < 2) {
    return probe::kUsage;
  }
  for (const probe::Entry& part : probe::kParts) {
    if (part.name == argv[1]) {
      return argc - 2 < part.min_arguments ? probe::kUsage : part.run(argc - 2, argv + 2);
    }
  }
  std::fprintf(stderr, "probe: no part %s\n", argv[1]);
  return probe::kUsage;
}
