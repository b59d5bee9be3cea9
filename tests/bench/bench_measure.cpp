// Measures what runs behind it.
//
//   bench_measure run COMMAND...      reads its stdout to the end, waits for every process of it
//   and
//                                     prints "WALL_S CPU_S BYTES": CPU of all of them together
//   bench_measure memory COMMAND...   the same, and prints the largest Pss in KiB that all
//   processes
//                                     of the command's own program had together
//   bench_measure startup TIMES // COMMAND... // COMMAND... [// …]
//                                     runs them in turn, prints the median wall time of each in ms
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

double now_s()
{
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

double children_cpu_s()
{
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

pid_t start(char** command, int out)
{
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (out >= 0) {
      ::dup2(out, 1);
    }
    ::execvp(command[0], command);
    std::perror(command[0]);
    ::_exit(127);
  }
  return pid;
}

long pss_kib(const std::string& proc_dir)
{
  std::ifstream in(proc_dir + "/smaps_rollup");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("Pss:", 0) == 0) {
      return std::strtol(line.c_str() + 4, nullptr, 10);
    }
  }
  return 0;
}

// Pss of all processes that run this file.
long pss_of_program(const struct stat& program)
{
  long sum = 0;
  DIR* proc = ::opendir("/proc");
  // One thread only.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  for (const dirent* entry = nullptr; (entry = ::readdir(proc)) != nullptr;) {
    const std::string dir = std::string("/proc/") + entry->d_name;
    struct stat exe {};
    if (std::strtol(entry->d_name, nullptr, 10) > 0 && ::stat((dir + "/exe").c_str(), &exe) == 0 &&
        exe.st_ino == program.st_ino && exe.st_dev == program.st_dev) {
      sum += pss_kib(dir);
    }
  }
  ::closedir(proc);
  return sum;
}

std::size_t read_some(int fd)
{
  static std::array<char, std::size_t{1} << 16U> buffer;
  const ssize_t n = ::read(fd, buffer.data(), buffer.size());
  return n > 0 ? static_cast<std::size_t>(n) : 0;
}

int run(char** command, bool memory)
{
  struct stat program {};
  ::stat(command[0], &program);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return 1;
  }
  // Whatever outlives the command becomes our child, so that its CPU counts too.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const double began = now_s();
  start(command, ends[1]);
  ::close(ends[1]);
  std::size_t bytes = 0;
  long pss = 0;
  double sampled = began;
  for (bool open = true; open;) {
    pollfd ready{ends[0], POLLIN, 0};
    if (::poll(&ready, 1, memory ? 20 : -1) > 0) {
      const std::size_t n = read_some(ends[0]);
      bytes += n;
      open = n > 0;
    }
    if (memory && now_s() - sampled > 0.02) {
      pss = std::max(pss, pss_of_program(program));
      sampled = now_s();
    }
  }
  while (::wait(nullptr) > 0 || errno == EINTR) {
  }
  if (memory) {
    std::printf("%ld\n", pss);
  } else {
    std::printf("%.6f %.6f %zu\n", now_s() - began, children_cpu_s(), bytes);
  }
  return 0;
}

int startup(int times, std::vector<char**> commands)
{
  std::vector<std::vector<double>> taken(commands.size());
  for (int i = 0; i < times; ++i) {
    for (std::size_t c = 0; c < commands.size(); ++c) {
      const double began = now_s();
      const pid_t pid = start(commands[c], -1);
      int status = 0;
      if (::waitpid(pid, &status, 0) != pid || status != 0) {
        std::fprintf(stderr, "bench_measure: %s: wait status %d\n", commands[c][0], status);
        return 1;
      }
      taken[c].push_back((now_s() - began) * 1e3);
    }
  }
  for (std::vector<double>& t : taken) {
    std::nth_element(t.begin(), t.begin() + times / 2, t.end());
    std::printf("%.4f ", t[static_cast<std::size_t>(times) / 2]);
  }
  std::printf("\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  const std::string_view kind = argc > 2 ? argv[1] : "";
  if (kind == "run" || kind == "memory") {
    return run(argv + 2, kind == "memory");
  }
  if (kind == "startup") {
    std::vector<char**> commands;
    for (int i = 3; i < argc; ++i) {
      if (std::string_view(argv[i]) == "//") {
        argv[i] = nullptr;  // ends the command before
        commands.push_back(argv + i + 1);
      }
    }
    return startup(static_cast<int>(std::strtol(argv[2], nullptr, 10)), commands);
  }
  std::fprintf(stderr, "bench_measure: see the head of bench_measure.cpp\n");
  return 2;
}
