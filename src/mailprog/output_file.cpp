#include "mailprog/output_file.hpp"

#include "base/file.hpp"
#include "mailprog/safe_open.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace gpualert::mailprog {

namespace {

// At most `size` bytes from `offset` on; 0 at the end, and where it cannot be read.
std::size_t read_at(const OutputFile& file, std::uint64_t offset, char* into, std::size_t size)
{
  for (;;) {
    const ssize_t n = ::pread(file.fd.get(), into, size, static_cast<off_t>(offset));
    if (n >= 0 || errno != EINTR) {
      return n > 0 ? static_cast<std::size_t>(n) : 0;
    }
  }
}

Result<OutputFile> opened(const std::string& path, Fd fd)
{
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error("stat " + path);
  }
  return OutputFile{path, std::move(fd), static_cast<std::uint64_t>(info.st_size),
                    info.st_mtim.tv_sec};
}

}  // namespace

Result<OutputFile> open_output(const std::string& path, const Owner& owner)
{
  Result<Fd> fd = open_for_owner(path, owner);
  return fd ? opened(path, std::move(fd).value()) : fd.error();
}

Result<OutputFile> output_of_text(const std::string& text)
{
  Fd fd{::memfd_create("mail", MFD_CLOEXEC)};
  if (!fd) {
    return last_os_error("keep the message");
  }
  if (Status written = write_all(fd.get(), text, "keep the message"); !written) {
    return written.error();
  }
  return opened("", std::move(fd));
}

std::string tail(const OutputFile& file, std::uint64_t limit)
{
  const std::uint64_t from = file.size - std::min(file.size, limit);
  std::string text(file.size - from, '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const std::size_t n = read_at(file, from + have, &text[have], text.size() - have);
    if (n == 0) {
      break;
    }
    have += n;
  }
  text.resize(have);
  return text;
}

}  // namespace gpualert::mailprog
