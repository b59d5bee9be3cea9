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
    const ssize_t n = ::pread(file.fd.get(), into, size, static_cast<off_t>(file.begin + offset));
    if (n >= 0 || errno != EINTR) {
      return n > 0 ? static_cast<std::size_t>(n) : 0;
    }
  }
}

Result<OutputFile> opened(const std::string& path, Fd fd, std::uint64_t most)
{
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) {
    return last_os_error("stat " + path);
  }
  const auto whole = static_cast<std::uint64_t>(info.st_size);
  OutputFile file{path, std::move(fd), whole - std::min(whole, most), std::min(whole, most),
                  info.st_mtim.tv_sec};
  return file;
}

}  // namespace

Result<OutputFile> open_output(const std::string& path, const Owner& owner, std::uint64_t most)
{
  Result<Fd> fd = open_for_owner(path, owner);
  return fd ? opened(path, std::move(fd).value(), most) : fd.error();
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
  return opened("", std::move(fd), text.size());
}

Findings scan(const OutputFile& file, const std::shared_ptr<const RuleSet>& rules)
{
  Scanner scanner{rules};
  std::array<char, 65536> buffer;
  for (std::uint64_t at = 0; at < file.size;) {
    const std::size_t n =
        read_at(file, at, buffer.data(), std::min<std::uint64_t>(buffer.size(), file.size - at));
    if (n == 0) {
      break;
    }
    scanner.bytes(Stream::unknown, {buffer.data(), n});
    at += n;
  }
  return scanner.finish();
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
