#include "cli/scan_file.hpp"

#include "base/fd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace gpualert::cli {

Status scan_file(const std::string& file, ByteSink& sink)
{
  Fd opened;
  if (!file.empty() && file != "-") {
    opened.reset(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!opened) {
      return last_os_error("open " + file);
    }
  }
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t n = ::read(opened ? opened.get() : STDIN_FILENO, buffer.data(), buffer.size());
    if (n == 0) {
      return ok();
    }
    if (n < 0 && errno != EINTR) {
      return last_os_error("read " + (opened ? file : "standard input"));
    }
    if (n > 0) {
      sink.bytes(Stream::unknown, {buffer.data(), static_cast<std::size_t>(n)});
    }
  }
}

}  // namespace gpualert::cli
