#include "eval/machine.hpp"

#include <fmt/format.h>

#include <sys/utsname.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <fstream>

namespace gpualert::eval {

namespace {

// What follows `key` in the first line of the file that begins with it, without quotes; else "".
std::string value_in(const char* file, const std::string& key)
{
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(key)) {
      std::string value = line.substr(line.find_first_of(":=") + 1);
      value.erase(0, value.find_first_not_of(" \t\""));
      value.erase(value.find_last_not_of(" \"") + 1);
      return value;
    }
  }
  return "";
}

}  // namespace

std::string describe_machine()
{
  utsname system{};
  ::uname(&system);
  const std::string distribution = value_in("/etc/os-release", "PRETTY_NAME");
  const std::string processor = value_in("/proc/cpuinfo", "model name");
  const auto bytes =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  constexpr double kGib = 1073741824;
  return fmt::format("{} {} {}, {}, {} × {}, {:.0f} GiB", system.sysname, system.release,
                     system.machine, distribution.empty() ? "unknown distribution" : distribution,
                     ::sysconf(_SC_NPROCESSORS_ONLN),
                     processor.empty() ? "unknown processor" : processor, std::ceil(bytes / kGib));
}

}  // namespace gpualert::eval
