#include "eval/output.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>

namespace gpualert::eval {

void say(std::string_view what)
{
  while (!what.empty()) {
    const std::string_view line = what.substr(0, what.find('\n'));
    fmt::print(stderr, "gpualert-eval: {}\n", line);
    what.remove_prefix(line.size() == what.size() ? line.size() : line.size() + 1);
  }
}

int print(std::string_view text)
{
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    say(last_os_error("write").what);
    return kFailed;
  }
  return kDone;
}

Result<std::string> read_file(const std::string& path)
{
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  return in ? Result<std::string>{std::move(text)} : last_os_error("read " + path);
}

Status write_file(const std::string& path, std::string_view text)
{
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  return out ? ok() : Status{last_os_error("write " + path)};
}

}  // namespace gpualert::eval
